import Terminal
import TerminalNCurses

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
      return Finding("Size", "standard output is no terminal")
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
