import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds the program that writes to this desktop's clipboard, for copying and for `apus doctor`.
struct ClipboardTool: Equatable {
  let arguments: [String]
  var name: String { arguments.first == "/bin/sh" ? arguments.last ?? "" : arguments[0] }

  private init(_ arguments: [String]) { self.arguments = arguments }

  /// The command of the settings, else the first tool that fits the desktop and is installed; `nil` if only the terminal
  /// can copy.
  static func found(_ variable: (String) -> String?, _ settings: Configuration = Configuration()) -> ClipboardTool? {
    switch settings.clipboard?.value ?? "auto" {
    case "auto": break
    case "osc52", "": return nil
    case let command:
      // As in a shell, which also knows quotes and pipes.
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
