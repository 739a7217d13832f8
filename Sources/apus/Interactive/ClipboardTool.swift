import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds the program that writes to the desktop's clipboard, for copying and `apus doctor`.
struct ClipboardTool: Equatable {
  let arguments: [String]
  var name: String { arguments.first == "/bin/sh" ? arguments.last ?? "" : arguments[0] }

  private init(_ arguments: [String]) { self.arguments = arguments }

  /// The command from the settings, otherwise the first installed tool for the desktop; `nil` if only the terminal can
  /// copy.
  static func found(_ variable: (String) -> String?, _ settings: Configuration = Configuration()) -> ClipboardTool? {
    switch settings.clipboard?.value ?? "auto" {
    case "auto": break
    case "osc52", "": return nil
    case let command:
      // Runs in a shell, which supports quotes and pipes.
      return ClipboardTool(["/bin/sh", "-c", command])
    }
    let folders = (variable("PATH") ?? "").split(separator: ":")
    return candidates(variable).first { tool in
      folders.contains { access("\($0)/\(tool.name)", X_OK) == 0 }
    }
  }

  private static func candidates(_ variable: (String) -> String?) -> [ClipboardTool] {
    #if canImport(Darwin)
    return [ClipboardTool(["pbcopy"])]
    #else
    func isSet(_ name: String) -> Bool { variable(name).map { !$0.isEmpty } ?? false }
    var tools: [ClipboardTool] = []
    if isSet("WAYLAND_DISPLAY") { tools.append(ClipboardTool(["wl-copy"])) }
    if isSet("DISPLAY") {
      tools += [
        ClipboardTool(["xclip", "-selection", "clipboard"]), ClipboardTool(["xsel", "--clipboard", "--input"]),
      ]
    }
    return tools
    #endif
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
