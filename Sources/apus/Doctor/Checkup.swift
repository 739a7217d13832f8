import Documents
import Libc
import Networking
import Pictures
import Scripting
import Terminal
import TerminalNCurses
import Workspaces

/// Checks everything that Apus uses of this system, and how to install missing parts.
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
      signatures(), scripts(), pictures(), clipboard(), editor(), git(), demo(),
    ]
      + places()
  }

  private func version() -> Finding {
    guard ProgramVersion.isForDevelopment else { return Finding("Version", ProgramVersion.line) }
    return Finding(
      "Version", ProgramVersion.line + ", several times slower than a release", remedy: "make install PREFIX=~/.local")
  }

  /// The command that installs the requirements; without a known package manager, the names to search for.
  func command(for requirements: Requirement...) -> String { command(for: requirements) }

  private func command(for requirements: [Requirement]) -> String {
    if let line = manager?.install(requirements, isRoot: isRoot) { return line }
    // Debian's package names are the most widely known.
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

  private func scripts() -> Finding {
    var need = "JavaScriptCore is missing"
    switch ScriptEngine.availability() {
    case .success(let version): return Finding("Scripts", version)
    // An old engine has its own reason; the packages of all systems follow a missing one's.
    case .failure(.unavailable(let why)) where !why.contains("install"): need = why
    case .failure: break
    }
    return Finding("Scripts", "cannot run: \(need)", remedy: command(for: .scripts))
  }

  private func clipboard() -> Finding {
    if let tool = ClipboardTool.found({ environment[$0] }, settings) {
      return Finding("Clipboard", "\(tool.name), and by the terminal (OSC 52)")
    }
    let value = "by the terminal (OSC 52) only"
    // Nothing is missing if the settings choose the terminal, or without a desktop.
    guard (settings.clipboard?.value ?? "auto") == "auto" else { return Finding("Clipboard", value) }
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    if isSet("WAYLAND_DISPLAY") { return Finding("Clipboard", value, remedy: command(for: .waylandClipboard)) }
    if isSet("DISPLAY") { return Finding("Clipboard", value, remedy: command(for: .x11Clipboard)) }
    return Finding("Clipboard", value)
  }

  private func editor() -> Finding {
    let editor = ExternalEditor(environment, settings)
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
      "git", "not installed: the tree does not show changes since the last commit", remedy: command(for: .git))
  }

  private func demo() -> Finding {
    guard let path = HelperProcess.path() else {
      return Finding("Demo API", "the program apus-demo is not next to apus", remedy: "install Apus again")
    }
    return Finding("Demo API", path)
  }

  private func places() -> [Finding] {
    let workspace: String
    do throws(Failure) {
      workspace = try WorkspaceLocator.locate(nil).workspace.path
    } catch {
      workspace = error.message
    }
    return [Finding("Workspace", workspace), Finding("State", StateFolder.standard())]
  }
}

extension Checkup {
  func terminal() -> [Finding] { [type(), size(), colors(), unicode()] }

  private var name: String { environment["TERM"] ?? "" }

  private func type() -> Finding {
    guard !name.isEmpty else {
      return Finding("Terminal", "TERM is not set; the screen needs it", remedy: "export TERM=xterm-256color")
    }
    do throws(TerminalError) {
      let abilities = try TerminalAbilities(term: name)
      let missing = abilities.missing
      return Finding("Terminal", missing.isEmpty ? name : "\(name), without \(missing.joined(separator: ", "))")
    } catch {
      switch error {
      case .unknownType:
        return Finding("Terminal", "\(name), which this system does not know", remedy: command(for: .terminals))
      case .tooSimple, .notATerminal:
        return Finding(
          "Terminal", "\(name), which is too simple for the screen", remedy: "export TERM=xterm-256color")
      }
    }
  }

  private func size() -> Finding {
    var size = winsize()
    guard ioctl(Output.standard.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return Finding("Size", "standard output is not a terminal")
    }
    return Finding("Size", "\(size.ws_col) columns, \(size.ws_row) rows")
  }

  private func colors() -> Finding {
    if let value = environment["NO_COLOR"], !value.isEmpty {
      return Finding("Colours", "none, because NO_COLOR is set")
    }
    let isDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    if isDirect { return Finding("Colours", "16 million") }
    if name.contains("256color") || environment["COLORTERM"] != nil { return Finding("Colours", "256") }
    if name.isEmpty || name == "dumb" { return Finding("Colours", "none") }
    return Finding(
      "Colours", "as terminfo says for \(name)", remedy: "export TERM=xterm-256color, if the terminal has 256 colours")
  }

  private func unicode() -> Finding {
    LocaleName.isUTF8 { environment[$0] }
      ? Finding("Unicode", "yes") : Finding("Unicode", "no, borders are ASCII", remedy: "export LANG=C.UTF-8")
  }
}

extension Checkup {
  func network() -> [Finding] {
    let capabilities = CurlTransport().capabilities
    // A transport without features could not be opened; its name contains the reason.
    guard !capabilities.features.isEmpty else {
      return [Finding("Transport", capabilities.name, remedy: command(for: .curl))]
    }
    let features = capabilities.features.map(\.rawValue).sorted().joined(separator: " ")
    return [Finding("Transport", capabilities.name), Finding("Features", features), calls(), authorities()]
  }

  private func calls() -> Finding {
    guard let fault = HTTP2Transport.fault else {
      return Finding("gRPC", "libnghttp2/\(HTTP2Transport.libraryVersion ?? "")")
    }
    return Finding("gRPC", fault.message, remedy: command(for: .nghttp2))
  }

  func signatures() -> Finding {
    guard let fault = SystemCryptography.fault else { return Finding("Signatures", "yes") }
    return Finding("Signatures", fault, remedy: command(for: .cryptography))
  }

  private func authorities() -> Finding {
    let place = AuthorityPlace(environment: environment)
    let paths = [place.file, place.folder].compactMap { $0 }
    guard !paths.isEmpty else { return Finding("Authorities", "those of libcurl's TLS library") }
    let found = paths.filter { access($0, R_OK) == 0 }
    guard found.isEmpty else { return Finding("Authorities", found.joined(separator: ", ")) }
    let named = ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"].first { !(environment[$0] ?? "").isEmpty }
    return Finding(
      "Authorities", "no certificate can be verified: \(paths.joined(separator: " and ")) cannot be read",
      remedy: named.map { "unset \($0)" } ?? command(for: .authorities))
  }
}

/// One line of `apus doctor`: the checked part, its state, and the command that fixes it.
struct Finding: Equatable {
  let name: String
  let value: String
  /// The shell command that fixes it; `nil` if nothing is missing.
  let remedy: String?

  init(_ name: String, _ value: String, remedy: String? = nil) {
    self.name = name
    self.value = value
    self.remedy = remedy
  }
}
