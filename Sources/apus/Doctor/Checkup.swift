import Documents
import Networking
import Pictures
import TerminalNCurses
import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Looks at everything that Apus uses of this system: what is there, what is missing, and how to get it.
struct Checkup {
  let environment: [String: String]
  let settings: Configuration
  let manager: PackageTool?
  let isRoot: Bool

  init(environment: [String: String], settings: Configuration, isRoot: Bool = geteuid() == 0) {
    self.environment = environment
    self.settings = settings
    self.isRoot = isRoot
    manager = .found(in: environment["PATH"])
  }

  func findings() -> [Finding] {
    [version()] + terminal() + network() + [
      signatures(), pictures(), clipboard(), editor(), git(), demo(),
    ]
      + places()
  }

  private func version() -> Finding {
    guard ProgramVersion.isForDevelopment else { return Finding("Version", ProgramVersion.line) }
    return Finding(
      "Version", ProgramVersion.line + ", several times slower than a release", remedy: "make install PREFIX=~/.local")
  }

  /// The command that installs these; without a package manager that is known, what to look for.
  func command(for requirements: Requirement...) -> String { command(for: requirements) }

  private func command(for requirements: [Requirement]) -> String {
    if let line = manager?.install(requirements, isRoot: isRoot) { return line }
    // The names of Debian are those that are most often searched for.
    return "install " + requirements.compactMap { $0.package(of: .apt) }.joined(separator: ", ")
  }

  private func pictures() -> Finding {
    let missing = PictureDecoder.missingFormats()
    guard !missing.isEmpty else { return Finding("Pictures", "PNG, JPEG, WebP and GIF are drawn") }
    let libraries: [(ImageFormat, Requirement)] = [(.png, .png), (.jpeg, .jpeg), (.webp, .webp), (.gif, .gif)]
    return Finding(
      "Pictures", missing.map(\.name).joined(separator: ", ") + " cannot be drawn: the library is missing",
      remedy: command(for: libraries.filter { missing.contains($0.0) }.map(\.1)))
  }

  private func clipboard() -> Finding {
    if let tool = ClipboardTool.found({ environment[$0] }, settings) {
      return Finding("Clipboard", "\(tool.name), and by the terminal (OSC 52)")
    }
    let value = "by the terminal (OSC 52) only"
    // Whoever chose the terminal, or has no desktop, misses nothing.
    guard (settings.clipboard?.value ?? "auto") == "auto" else { return Finding("Clipboard", value) }
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    if isSet("WAYLAND_DISPLAY") { return Finding("Clipboard", value, remedy: command(for: .waylandClipboard)) }
    if isSet("DISPLAY") { return Finding("Clipboard", value, remedy: command(for: .x11Clipboard)) }
    return Finding("Clipboard", value)
  }

  private func editor() -> Finding {
    let editor = OutsideEditor(environment, settings)
    let isThere =
      editor.name.contains("/")
      ? access(editor.name, X_OK) == 0 : ProgramOutput.path(of: editor.name, in: environment["PATH"]) != nil
    guard isThere else {
      return Finding(
        "Editor", "\(editor.line), which is not installed", remedy: "export EDITOR=nano, and \(command(for: .nano))")
    }
    return Finding("Editor", editor.isChosen ? editor.line : "\(editor.line); set VISUAL or EDITOR for another")
  }

  private func git() -> Finding {
    if let path = ProgramOutput.path(of: "git", in: environment["PATH"]) { return Finding("git", path) }
    return Finding(
      "git", "not installed: the tree does not show what differs from the last commit", remedy: command(for: .git))
  }

  private func demo() -> Finding {
    guard let path = HelperProcess.path() else {
      return Finding("Demo API", "the program apus-demo is not beside apus", remedy: "install Apus again")
    }
    return Finding("Demo API", path)
  }

  private func places() -> [Finding] {
    let workspace: String
    do throws(Failure) {
      let location = try WorkspaceLocator.locate(nil)
      workspace = location.workspace.path + (location.isDemo ? " (the demo)" : "")
    } catch {
      workspace = error.message
    }
    return [Finding("Workspace", workspace), Finding("State", StateFolder.standard())]
  }
}
