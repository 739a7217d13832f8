#if os(Linux)
import TestSupport
import Testing

@testable import apus

@Suite("The desktop's clipboard") struct ClipboardToolTests {
  @Test("A tool is used and reported by the doctor if it is installed for the desktop")
  func tools() async throws {
    let home = try TemporaryDirectory("home")
    func found(_ variables: [String: String]) -> String? {
      ClipboardTool.found { ($0 == "PATH" ? "/no/such:\(home.path)" : nil) ?? variables[$0] }?.name
    }
    let both = ["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"]
    #expect(found(both) == nil)
    _ = try home.writeProgram("xsel", "#!/bin/sh\n")
    #expect(found(both) == "xsel" && found([:]) == nil && found(["DISPLAY": ""]) == nil)
    _ = try home.writeProgram("xclip", "#!/bin/sh\n")
    #expect(found(both) == "xclip" && found(["WAYLAND_DISPLAY": "wayland-0"]) == nil)
    _ = try home.writeProgram("wl-copy", "#!/bin/sh\n")
    #expect(found(both) == "wl-copy" && found(["DISPLAY": ":0"]) == "xclip")
    var program = Program(in: home.path)
    program.variables = ["PATH": home.path, "EDITOR": " "]
    let without = try await program.run("doctor")
    #expect(without.lines.contains { $0.hasPrefix("Clipboard") && $0.hasSuffix("by the terminal (OSC 52) only") })
    #expect(without.text.contains("vi, which is not installed\n"))
    for editor in ["vi", "nano"] { _ = try home.writeProgram(editor, "#!/bin/sh\n") }
    #expect(try await program.run("doctor").text.contains("vi; set VISUAL or EDITOR for another"))
    program.variables["DISPLAY"] = ":0"
    program.variables["EDITOR"] = "nano -w"
    let with = try await program.run("doctor")
    #expect(with.text.contains("xclip, and by the terminal") && with.text.contains("nano -w\n"))
  }
}
#endif
