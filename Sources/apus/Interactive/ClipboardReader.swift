import Workspaces

/// Reads the desktop's clipboard by the tool of the desktop. The terminal is never asked (OSC 52): any program that prints to
/// it could ask, too, so most terminals refuse.
enum ClipboardReader {
  enum Fault: Error, Equatable, CustomStringConvertible {
    case noTool, noText

    var description: String {
      switch self {
      case .noTool: "The clipboard cannot be read: wl-paste, xclip or xsel is not installed, or there is no desktop"
      case .noText: "The clipboard is empty or has no text"
      }
    }
  }

  /// In bytes: no request that is pasted is as large.
  private static let limit = 4 << 20

  /// Blocks until the tool ends.
  static func text(_ environment: [String: String]) -> Result<String, Fault> {
    let found = candidates(environment).lazy.compactMap { words in
      ProgramOutput.path(of: words[0], in: environment["PATH"]).map { (path: $0, arguments: Array(words.dropFirst())) }
    }.first
    guard let found else { return .failure(.noTool) }
    let output = ProgramOutput(found.path, variables: environment)
      .read(found.arguments, limit: limit, patience: .seconds(5))
    guard let output, !output.isEmpty, let text = String(validating: output, as: UTF8.self) else {
      return .failure(.noText)
    }
    return .success(text)
  }

  private static func candidates(_ environment: [String: String]) -> [[String]] {
    #if canImport(Darwin)
    return [["pbpaste"]]
    #else
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    let wayland = isSet("WAYLAND_DISPLAY") ? [["wl-paste", "--no-newline"]] : []
    let x = isSet("DISPLAY") ? [["xclip", "-selection", "clipboard", "-o"], ["xsel", "--clipboard", "--output"]] : []
    return wayland + x
    #endif
  }
}
