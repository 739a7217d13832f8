#if os(Linux)
import TestSupport
import Testing

@testable import apus

@Suite("Reading the desktop's clipboard") struct ClipboardReaderTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("home") }

  private func text(_ desktop: String = "DISPLAY") -> Result<String, ClipboardReader.Fault> {
    ClipboardReader.text(["PATH": "bin:\(home.path):/usr/bin:/bin", desktop: ":0", "SAMPLE": "from here"])
  }

  @Test("The desktop's tool prints the clipboard, with its own variables")
  func tools() throws {
    _ = try home.writeProgram("wl-paste", "#!/bin/sh\nprintf 'wayland %s' \"$*\"\n")
    _ = try home.writeProgram("xclip", "#!/bin/sh\nprintf 'x %s %s' \"$*\" \"$SAMPLE\"\n")
    #expect(text("WAYLAND_DISPLAY") == .success("wayland --no-newline"))
    #expect(text() == .success("x -selection clipboard -o from here"))
  }

  @Test("A missing desktop or tool, and content that is not text, are explained")
  func faults() throws {
    let none = ClipboardReader.text(["PATH": home.path, "DISPLAY": ":0"])
    #expect(none == .failure(.noTool))
    #expect(ClipboardReader.text(["PATH": home.path]) == .failure(.noTool))
    for body in ["exit 1", "true", "printf '\\377\\376'", "head -c 5000000 /dev/zero"] {
      _ = try home.writeProgram("xclip", "#!/bin/sh\n\(body)\n")
      #expect(text() == .failure(.noText), "\(body)")
    }
  }
}
#endif
