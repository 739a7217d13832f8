#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The program that puts text on this desktop's clipboard: what a copy uses, and what `apus doctor` names.
struct ClipboardTool: Equatable {
  let arguments: [String]
  var name: String { arguments[0] }

  private init(_ arguments: [String]) { self.arguments = arguments }

  /// The first that belongs to the desktop and is installed; `nil` where the terminal alone can copy.
  static func found(_ variable: (String) -> String?) -> ClipboardTool? {
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
