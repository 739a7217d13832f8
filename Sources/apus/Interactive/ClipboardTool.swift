import Basics
import Workspaces

/// Finds the program that writes to the desktop's clipboard, for copying and `apus doctor`.
struct ClipboardTool: Equatable {
  let arguments: [String]
  var name: String { arguments.first == "/bin/sh" ? arguments.last ?? "" : arguments[0] }

  /// The command from the settings, otherwise the first installed tool for the desktop; `nil` if only the terminal can
  /// copy.
  static func found(_ variable: (String) -> String?, _ settings: Configuration = Configuration()) -> ClipboardTool? {
    switch settings.clipboard?.value ?? "auto" {
    case "auto": DesktopClipboard.installed(\.write, variable).map { ClipboardTool(arguments: $0.arguments) }
    case "osc52", "": nil
    // Runs in a shell, which supports quotes and pipes.
    case let command: ClipboardTool(arguments: ["/bin/sh", "-c", command])
    }
  }
}

/// Reads the desktop's clipboard with a desktop tool. The terminal is never asked (OSC 52): most terminals refuse,
/// because any program that prints to them could ask.
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

  /// The size limit in bytes, larger than any pasted request.
  private static let limit = 4 << 20

  /// Blocks until the tool ends.
  static func text(_ environment: [String: String]) -> Result<String, Fault> {
    guard let tool = DesktopClipboard.installed(\.read, { environment[$0] }) else { return .failure(.noTool) }
    let output = ProgramOutput(tool.path, variables: environment)
      .read(Array(tool.arguments.dropFirst()), limit: limit, patience: .seconds(5))
    guard let output, !output.isEmpty, let text = String(validating: output, as: UTF8.self) else {
      return .failure(.noText)
    }
    return .success(text)
  }
}

/// The command lines that write and read the clipboard of a desktop.
private struct DesktopClipboard {
  /// The variable that the desktop sets; `nil` for a system with one desktop.
  let variable: String?
  let write: [String]
  let read: [String]

  #if canImport(Darwin)
  private static let all = [DesktopClipboard(variable: nil, write: ["pbcopy"], read: ["pbpaste"])]
  #else
  private static let all = [
    DesktopClipboard(variable: "WAYLAND_DISPLAY", write: ["wl-copy"], read: ["wl-paste", "--no-newline"]),
    DesktopClipboard(
      variable: "DISPLAY", write: ["xclip", "-selection", "clipboard"],
      read: ["xclip", "-selection", "clipboard", "-o"]),
    DesktopClipboard(
      variable: "DISPLAY", write: ["xsel", "--clipboard", "--input"], read: ["xsel", "--clipboard", "--output"]),
  ]
  #endif

  /// The first command line whose desktop runs and whose program is installed, with the program's path.
  static func installed(
    _ command: KeyPath<DesktopClipboard, [String]>, _ variable: (String) -> String?
  ) -> (path: String, arguments: [String])? {
    for desktop in all where desktop.variable.map({ variable($0)?.isEmpty == false }) ?? true {
      let arguments = desktop[keyPath: command]
      if let path = ProgramOutput.path(of: arguments[0], in: variable("PATH")) { return (path, arguments) }
    }
    return nil
  }
}
