import Basics

@testable import Workspaces

extension Reader {
  private static let limits = YAMLDocument.Limits(bytes: .max, nodes: .max)

  private static func yaml(_ name: String, _ make: @escaping @Sendable (Int) -> String) -> Reader {
    text("YAML: \(name)", make) { _ = try? YAMLDocument($0, limits: limits) }
  }

  static let yaml: [Reader] = [
    yaml("flat keys") { copies($0) { "key\($0): value\n" } },
    yaml("flat keys in other letters") { copies($0) { "é\($0): \"v\"\n" } },
    yaml("a list of maps") { "a:\n" + copies($0) { "  - name: n\($0)\n    value: v\n" } },
    yaml("a list of maps in other letters") { "a:\n" + copies($0) { "  - name: é\($0)\n    value: v\n" } },
    yaml("a flow list") { "[" + copies($0) { "a\($0)," } + "]" },
    yaml("many aliases") { "a: &a x\nb: [" + copies($0) { _ in "*a," } + "]\n" },
    yaml("many anchors") { "b: [" + copies($0) { "&a\($0) x," } + "]\n" },
    yaml("long blocks") { "a: |\n" + copies($0) { "  line \($0)\n" } },
    yaml("folded lines") { "a: >\n" + copies($0) { "  line \($0)\n" } },
    yaml("comments") { copies($0) { "# \($0)\n" } + "a: b\n" },
    yaml("brackets that never close") { "a: " + String(repeating: "[", count: $0) },
    yaml("line breaks of older editions") { "a: \"" + copies($0) { _ in "\u{2028}\u{E000}x" } + "\"\n" },
    text("An environment with an odd key in each entry") {
      "variables:\n" + copies($0) { "  - name: n\($0)\n    value: v\n    enabled: true\n" }
    } read: { bytes in
      guard let document = try? YAMLDocument(bytes, limits: limits) else { return }
      var reader = NodeReader(path: "/e.yml", source: document.source)
      _ = EnvironmentReader.environment(document.root, path: "/e.yml", &reader)
    },
    text("A request with many rows", upTo: 1 << 14) {
      "info:\n  type: http\nhttp:\n  url: http://h\n  headers:\n"
        + copies($0) { "    - name: n\($0)\n      value: v\n" } + "  params:\n"
        + copies($0) { "    - name: n\($0)\n      value: v\n      type: query\n" }
    } read: {
      _ = try? RequestFile(path: "/r.yml", bytes: $0)
    },
  ]

  static let older: [Reader] = [
    text("A dotenv file") {
      copies($0) { "NAME\($0)=value\n" }
    } read: {
      _ = DotEnv.pairs($0)
    },
    text("A dotenv file with quotes that never close") {
      copies($0) { _ in "N='a\n" } + "M=\"\n"
    } read: {
      _ = DotEnv.pairs($0)
    },
    text("Bruno's older format: a block of many lines") {
      "headers {\n" + copies($0) { "  n\($0): v\n" } + "}\n"
    } read: {
      _ = try? BruDocument($0).pairs("headers")
    },
    text("Bruno's older format: many blocks") {
      copies($0) { "b\($0) {\n  a: b\n}\n" }
    } read: {
      _ = try? BruDocument($0).fault
    },
    text("Bruno's older format: texts and lists that never close") {
      "headers {\n" + copies($0) { "  n\($0): [\n  m: '''x\n" }
    } read: {
      _ = try? BruDocument($0).pairs("headers")
    },
    text("Bruno's older format: a whole request") {
      "get {\n  url: http://h\n}\nheaders {\n" + copies($0) { "  n\($0): v\n" } + "}\nassert {\n"
        + copies($0) { "  res.a\($0): eq 1\n" } + "}\n"
    } read: {
      _ = try? BruFormat.definition($0, "/r.bru")
    },
  ]

  static let json: [Reader] = [
    json("an object") { "{" + copies($0) { #""n\#($0)":\#($0),"# } + #""z":0}"# },
    json("a list") { "[" + copies($0) { "{\"a\":\($0)}," } + "0]" },
    json("a text of escapes") { "\"" + copies($0) { _ in #"\u0041\n"# } + "\"" },
    json("brackets that never close") { String(repeating: "[", count: $0) },
    text("JSON: a value as YAML") {
      copies($0) { "n\($0): \($0)\n" }
    } read: {
      _ = try? JSONValue(yaml: $0)
    },
  ]

  private static func json(_ name: String, _ make: @escaping @Sendable (Int) -> String) -> Reader {
    text("JSON: \(name)", make) { _ = (try? JSONValue(parsing: $0))?.pretty }
  }
}
