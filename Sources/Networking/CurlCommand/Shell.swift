extension CurlCommand {
  /// A shell to write a command for. Any text is written so that the program receives exactly that text.
  public enum Shell: String, CaseIterable, Sendable {
    /// POSIX: dash, ksh, busybox; also valid in bash and zsh.
    case sh
    /// bash and zsh, with `$'…'` for control characters.
    case bash
    /// The Windows command prompt.
    case cmd
    /// PowerShell 7.3 and later, on any system.
    case pwsh

    /// One piece of a word.
    enum Segment: Hashable, Sendable {
      case literal(String)
      case variable(String)
    }

    var isPOSIX: Bool { self == .sh || self == .bash }

    var continuation: String {
      switch self {
      case .sh, .bash: " \\\n  "
      case .cmd: " ^\n  "
      case .pwsh: " `\n  "
      }
    }

    func word(_ segments: [Segment]) -> String {
      switch self {
      case .sh, .bash: posixWord(segments)
      case .cmd: Self.cmdWord(segments)
      case .pwsh: Self.powerShellWord(segments)
      }
    }

    /// Letters, digits and these characters need no quoting.
    static func isPlain(_ text: String, also marks: String) -> Bool {
      let bytes = text.utf8
      guard let first = bytes.first, first != UInt8(ascii: "=") else { return false }
      return bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: marks.utf8.contains(byte)
        }
      }
    }

    /// A valid variable name: other characters become `_`.
    static func identifier(_ name: String) -> String {
      var text = ""
      for scalar in name.unicodeScalars {
        let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
        text.unicodeScalars.append(isKept ? scalar : "_")
      }
      return text.unicodeScalars.first.map { ("0"..."9").contains($0) ? "_" + text : text } ?? "_"
    }
  }
}
