import ArgumentParser
import Networking
import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `apus doctor`: checks the capabilities of this terminal and this build, and says how to fix what is missing.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Say what this terminal and this build can do.")

  func run() throws {
    let lines = [("Apus", ProgramVersion.text)] + terminal + tools + network + places
    let width = (lines.map(\.0.count).max() ?? 0) + 2
    for (name, value) in lines {
      try Output.standard.line(Figures.padded(name, width) + TerminalText.shown(value)).get()
    }
  }

  private var terminal: [(String, String)] {
    let name = Locale.variable("TERM") ?? ""
    var lines = [("Terminal", name.isEmpty ? "TERM is not set; the screen needs it" : name)]
    var size = winsize()
    if ioctl(Output.standard.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      lines.append(("Size", "\(size.ws_col) columns, \(size.ws_row) rows"))
    } else {
      lines.append(("Size", "standard output is no terminal"))
    }
    lines.append(("Colours", colours(name)))
    let isUnicode = Locale.isUTF8
    lines.append(("Unicode", isUnicode ? "yes" : "no, borders are ASCII; set LANG to a UTF-8 locale such as C.UTF-8"))
    return lines
  }

  private func colours(_ terminal: String) -> String {
    if Locale.variable("NO_COLOR").map({ !$0.isEmpty }) == true { return "none, because NO_COLOR is set" }
    if terminal.contains("256color") || Locale.variable("COLORTERM") != nil { return "256" }
    if terminal.isEmpty || terminal == "dumb" { return "none" }
    return "as terminfo says for \(terminal); 256 with a TERM such as xterm-256color"
  }

  private var tools: [(String, String)] {
    let settings = SettingsFolder().configuration().configuration
    let tool = ClipboardTool.found(Locale.variable, settings)
    let clipboard = tool.map { "\($0.name), and by the terminal (OSC 52)" } ?? "by the terminal (OSC 52) only"
    let editor = OutsideEditor(Locale.allVariables, settings)
    return [
      ("Clipboard", clipboard),
      ("Editor", editor.isChosen ? editor.line : "\(editor.line); set VISUAL or EDITOR for another"),
    ]
  }

  private var network: [(String, String)] {
    let capabilities = CurlTransport().capabilities
    let features = capabilities.features.map(\.rawValue).sorted().joined(separator: " ")
    return [("Transport", capabilities.name), ("Features", features)]
  }

  private var places: [(String, String)] {
    let workspace: String
    do throws(Failure) {
      let location = try WorkspaceLocator.locate(nil)
      workspace = location.workspace.path + (location.isDemo ? " (the demo)" : "")
    } catch {
      workspace = error.message
    }
    return [("Workspace", workspace), ("State", StateFolder.standard())]
  }
}
