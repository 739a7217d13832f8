/// What of a configuration matters to read a repository, and cannot make git run anything.
struct GitFormat: Equatable {
  /// The configuration of a repository as any version of git makes it.
  static let plain = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"

  /// `key=value`, as `git -c` takes them.
  private(set) var settings: [String] = []
  private var isSHA256 = false

  /// The configuration that says how objects are named.
  var configuration: String {
    guard isSHA256 else { return Self.plain }
    return "[core]\n\trepositoryformatversion = 1\n\tbare = false\n[extensions]\n\tobjectFormat = sha256\n"
  }

  /// How files are compared.
  private static let comparing: Set<String> = [
    "core.filemode", "core.ignorecase", "core.autocrlf", "core.eol", "core.symlinks", "core.precomposeunicode",
    "core.trustctime", "core.checkstat",
  ]

  /// `nil` if the repository is of a kind that is not read here.
  /// - Parameters:
  ///   - listed: what `git config --list -z` printed: `key`, a line feed and the value, and a NUL.
  ///   - isUsers: whether it is the user's own configuration, which may name a file of what is ignored.
  init?(_ listed: [UInt8], isUsers: Bool = false) {
    for record in listed.split(separator: 0) {
      let parts = record.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      // A key without a value is one that is switched on.
      let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "true"
      let key = String(decoding: parts[0], as: UTF8.self)
      guard isUsers || Self.isReadable(key, value) else { return nil }
      if key == "extensions.objectformat", value == "sha256" { isSHA256 = true }
      if Self.comparing.contains(key), Self.isWord(value) { settings.append("\(key)=\(value)") }
      if isUsers, key == "core.excludesfile" { settings.append("\(key)=\(value)") }
    }
  }

  private static func isReadable(_ key: String, _ value: String) -> Bool {
    switch key {
    case "core.repositoryformatversion": ["0", "1"].contains(value)
    case "core.bare": value == "false"
    case "extensions.objectformat": ["sha1", "sha256"].contains(value)
    case "extensions.refstorage": value == "files"
    default: true
    }
  }

  private static func isWord(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 < 0x80 && $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
  }
}
