extension ScriptLibrary {
  /// path of node, for POSIX paths.
  static let pathsModule = #"""
    const normalized = (path) => {
      const isAbsolute = path.startsWith("/"), parts = [];
      for (const part of path.split("/")) {
        if (part === ".." && parts.length > 0 && parts[parts.length - 1] !== "..") { parts.pop(); } else if (
          part !== "" && part !== "." && !(part === ".." && isAbsolute)) { parts.push(part); }
      }
      const end = path.endsWith("/") && parts.length > 0 ? "/" : "";
      return (isAbsolute ? "/" : "") + parts.join("/") + end || (isAbsolute ? "/" : ".");
    };
    const basename = (path, suffix = "") => {
      const name = path.replace(/\/+$/, "").split("/").pop();
      return suffix && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
    };
    const dirname = (path) => /^(.*?)\/+[^/]+\/*$/.exec(path)?.[1] || (path.startsWith("/") ? "/" : ".");
    const extname = (path) => /[^/](\.[^./]*)\/*$/.exec(path)?.[1] ?? "";
    const resolve = (...parts) => {
      const start = parts.findLastIndex((part) => part.startsWith("/"));
      return normalized("/" + parts.slice(Math.max(0, start)).join("/")).replace(/(.)\/$/, "$1");
    };
    const path = {
      sep: "/", delimiter: ":", basename, dirname, extname, resolve, normalize: normalized,
      join: (...parts) => normalized(parts.filter(Boolean).join("/")), isAbsolute: (text) => text.startsWith("/"),
      parse: (text) => {
        const base = basename(text), ext = extname(base), root = text.startsWith("/") ? "/" : "";
        return { root, dir: /\//.test(text) ? dirname(text) : "", base, ext, name: basename(base, ext) };
      },
      format: ({ root = "", dir, base, name = "", ext = "" }) => (dir ? dir + "/" : root) + (base ?? name + ext),
      relative(from, to) {
        const [left, right] = [resolve(from), resolve(to)].map((each) => each.split("/").filter(Boolean));
        const shared = left.findIndex((part, at) => part !== right[at]);
        const count = shared < 0 ? left.length : shared;
        return [...left.slice(count).map(() => ".."), ...right.slice(count)].join("/");
      },
    };
    path.posix = path;
    return path;
    """#
}
