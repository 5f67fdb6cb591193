/** The esbuild plugins of every bundle, local or deployed: what runs here is what runs there. */
module.exports = [];
