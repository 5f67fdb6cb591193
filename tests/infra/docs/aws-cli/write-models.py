"""Writes models.json: the operations and parameters of the AWS CLI that the documentation pages use.

Reads the models of the installed AWS CLI (package botocore). Usage, from the root of the project:

    pip install awscli && python3 tests/infra/docs/aws-cli/write-models.py dynamodb:restore-table-to-point-in-time ...

Without arguments, the script updates the operations that models.json has already.
"""
import json
import sys
from pathlib import Path

import botocore
import botocore.session
from botocore import xform_name

FILE = Path(__file__).with_name('models.json')
# The AWS CLI's names of services that differ from those of the models.
SERVICES = {'s3api': 's3'}


def describe(shape, seen):
    """Describes a parameter: its type and, for structures and lists, their members."""
    kind = shape.type_name
    if shape.name in seen:
        return {'type': 'any'}
    inner = seen | {shape.name}
    if kind == 'structure':
        members = {name: describe(member, inner) for name, member in shape.members.items()}
        return {'type': kind, 'members': members, 'required': shape.required_members}
    if kind == 'list':
        return {'type': kind, 'member': describe(shape.member, inner)}
    if kind == 'map':
        return {'type': kind, 'value': describe(shape.value, inner)}
    enum = getattr(shape, 'enum', None)
    return {'type': kind, **({'enum': enum} if enum else {})}


def describe_operation(session, service, command):
    model = session.get_service_model(SERVICES.get(service, service))
    names = {xform_name(name, '-'): name for name in model.operation_names}
    shape = model.operation_model(names[command]).input_shape
    parameters = {}
    for name, member in shape.members.items() if shape else ():
        described = describe(member, frozenset())
        parameters[xform_name(name, '-')] = {**described, 'isRequired': name in shape.required_members}
    return parameters


def main():
    known = json.loads(FILE.read_text())['operations'] if FILE.exists() else {}
    wanted = sys.argv[1:] or sorted(known)
    session = botocore.session.get_session()
    operations = {name: describe_operation(session, *name.split(':')) for name in sorted(wanted)}
    waiters = {'dynamodb': ['table-exists', 'table-not-exists']}
    for service, names in waiters.items():
        model = session.get_waiter_model(service)
        waiters[service] = sorted(xform_name(name, '-') for name in model.waiter_names)
    source = f'botocore {botocore.__version__}'
    FILE.write_text(json.dumps({'source': source, 'operations': operations, 'waiters': waiters}, indent=1) + '\n')


main()
