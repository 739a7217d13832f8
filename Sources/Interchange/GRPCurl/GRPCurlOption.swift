import Basics

/// The options of grpcurl, which are written as Go's flags: `-name value`, `-name=value`, with one dash or two.
enum GRPCurlOption {
  /// Those that take a value; all others are switches.
  static let withValue: Set<String> = [
    "H", "rpc-header", "reflect-header", "d", "proto", "import-path", "protoset", "protoset-out", "proto-out-dir",
    "cacert", "cert", "key", "authority", "servername", "user-agent", "connect-timeout", "keepalive-time", "max-time",
    "max-msg-sz", "format",
  ]
  /// Those that change what is printed, and not what is sent.
  static let silent: Set<String> = [
    "v", "vv", "emit-defaults", "format-error", "format", "protoset-out", "proto-out-dir", "use-reflection",
    "allow-unknown-fields",
  ]

  /// One word of the command line: an option with its value where it stands in the same word, or anything else.
  static func option(_ word: String) -> (name: String, value: String?)? {
    guard word.hasPrefix("-"), word != "-", word != "--" else { return nil }
    let body = word.dropFirst(word.hasPrefix("--") ? 2 : 1)
    guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
    return (String(body[..<equals]), String(body[body.index(after: equals)...]))
  }
}
