import TestSupport

/// A small workspace on disk for one test.
struct Sample {
  let folder: TemporaryDirectory
  var program: Program { Program(in: folder.path) }

  /// - Parameter url: the value of `base_url` in the environment `local`.
  init(url: String, requests: [String: String] = [:]) throws {
    folder = try TemporaryDirectory("sample")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: Sample\n")
    try folder.write(
      "environments/local.yml",
      "name: local\nvariables:\n  - name: base_url\n    value: \(url)\n  - secret: true\n    name: token\n")
    try folder.write(
      "environments/live.yml", "name: live\nprotected: true\nvariables:\n  - name: base_url\n    value: \(url)\n")
    for (name, text) in requests { try folder.write("\(name).yml", text) }
  }

  /// The content of a request file.
  static func request(
    _ method: String = "GET", _ url: String = "{{base_url}}/echo", headers: [(String, String)] = [],
    body: String? = nil, runtime: String = "", tags: [String] = [], seq: Int = 1, name: String = "A request"
  ) -> String {
    var text = "info:\n  name: \(name)\n  type: http\n  seq: \(seq)\n"
    if !tags.isEmpty { text += "  tags:\n" + tags.map { "    - \($0)\n" }.joined() }
    text += "\nhttp:\n  method: \(method)\n  url: \"\(url)\"\n"
    if !headers.isEmpty {
      text += "  headers:\n"
      for (name, value) in headers { text += "    - name: \(name)\n      value: \"\(value)\"\n" }
    }
    if let body {
      let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { "      \($0)" }
      text += "  body:\n    type: json\n    data: |-\n\(lines.joined(separator: "\n"))\n"
    }
    return text + (runtime.isEmpty ? "" : "\nruntime:\n\(runtime)")
  }
}
