import Foundation
import TestSupport
import Testing

@testable import apus

@Suite("apus doctor") struct DoctorTests {
  let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("home") }

  /// The lines of `apus doctor`, and the suggested command after the line with this beginning.
  private func remedy(_ name: String, _ variables: [String: String]) async throws -> String? {
    var program = Program(in: home.path)
    program.variables = variables.merging(["PATH": home.path]) { given, _ in given }
    let result = try await program.run("doctor")
    #expect(result.status == 0)
    let index = try #require(result.lines.firstIndex { $0.hasPrefix(name) })
    let next = result.lines[index...].dropFirst().first?.drop { $0 == " " }
    return next.flatMap { $0.hasPrefix("try: ") ? String($0.dropFirst(5)) : nil }
  }

  @Test("Missing parts are listed with the command of the package manager") func managers() async throws {
    #expect(try await remedy("git", [:]) == "install git")
    for (manager, line) in [
      ("brew", "brew install git"), ("apk", "apk add git"), ("zypper", "zypper install git"),
      ("pacman", "pacman -S git"),
      ("dnf", "dnf install git"), ("apt-get", "apt-get install git"),
    ] {
      _ = try home.writeProgram(manager, "#!/bin/sh\n")
      let said = try #require(try await remedy("git", [:]))
      #expect(said == line || said == "sudo \(line)")
    }
    _ = try home.writeProgram("git", "#!/bin/sh\n")
    #expect(try await remedy("git", [:]) == nil)
  }

  @Test("An unknown or missing terminal is reported with advice") func terminals() async throws {
    #expect(try await remedy("Terminal", ["TERM": "no-such-terminal"]) == "install ncurses-term")
    #expect(try await remedy("Terminal", ["TERM": "dumb"]) == "export TERM=xterm-256color")
    #expect(try await remedy("Terminal", [:]) == "export TERM=xterm-256color")
    #expect(try await remedy("Unicode", ["LANG": "C"]) == "export LANG=C.UTF-8")
  }

  @Test("Unreadable certificate authorities are reported, with the variable that hides them") func authorities()
    async throws
  {
    let nowhere = ["SSL_CERT_FILE": "/no/such/file", "SSL_CERT_DIR": "/no/such/folder"]
    #expect(try await remedy("Authorities", nowhere) == "unset SSL_CERT_FILE")
    let file = try home.write("authorities.pem", "")
    #expect(try await remedy("Authorities", ["SSL_CERT_FILE": file, "SSL_CERT_DIR": "/no/such"]) == nil)
  }

  #if !canImport(CryptoKit)
  @Test("A missing libcrypto is reported, because signatures need it") func signatures() async throws {
    #expect(try await remedy("Signatures", [:]) == nil)
    for name in ["libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"] {
      _ = try home.write("libraries/\(name)", "no library")
    }
    #expect(try await remedy("Signatures", ["LD_LIBRARY_PATH": home.path("libraries")]) == "install libssl3")
  }
  #endif

  #if os(Linux)
  @Test("A missing JavaScriptCore is reported, because scripts need it") func scripts() async throws {
    for name in ["6.0.so.1", "4.1.so.0", "4.0.so.18"] {
      _ = try home.write("libraries/libjavascriptcoregtk-\(name)", "no library")
    }
    let variables = ["LD_LIBRARY_PATH": home.path("libraries")]
    #expect(try await remedy("Scripts", variables) == "install libjavascriptcoregtk-4.1-0")
  }

  @Test("A JavaScriptCore that is too old is reported, with the function that it lacks") func oldScripts() async throws
  {
    // Any library has none of the functions.
    let folders = ["/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/lib64", "/usr/lib"]
    let library = try #require(folders.map { "\($0)/libm.so.6" }.first(where: FileManager.default.fileExists))
    _ = try home.write("libraries/.keep", "")
    try FileManager.default.copyItem(atPath: library, toPath: home.path("libraries/libjavascriptcoregtk-6.0.so.1"))
    var program = Program(in: home.path)
    program.variables = ["LD_LIBRARY_PATH": home.path("libraries"), "PATH": home.path]
    let lines = try await program.run("doctor").lines
    let line = try #require(lines.first { $0.hasPrefix("Scripts") })
    #expect(line.contains("scripts need a newer JavaScriptCore: ") && line.contains(" lacks JS"), "\(line)")
  }
  #endif

  @Test("A missing clipboard tool and a missing editor are reported") func tools() async throws {
    #expect(try await remedy("Clipboard", ["DISPLAY": ":0"]) == "install xclip")
    #expect(try await remedy("Clipboard", ["WAYLAND_DISPLAY": "wayland-0"]) == "install wl-clipboard")
    #expect(try await remedy("Clipboard", [:]) == nil)
    #expect(try await remedy("Editor", ["EDITOR": "emacs -nw"]) == "export EDITOR=nano, and install nano")
    let editor = try home.writeProgram("emacs", "#!/bin/sh\n")
    #expect(try await remedy("Editor", ["EDITOR": "emacs -nw"]) == nil)
    #expect(try await remedy("Editor", ["EDITOR": "\(editor)"]) == nil)
  }

  @Test("A development build says so, with the command for a fast one") func development() async throws {
    let lines = try await Program(in: home.path).run("doctor").lines
    let isDevelopment = lines.first?.hasSuffix("(development), several times slower than a release") == true
    // The same tests also run against the release program.
    #expect(isDevelopment == (ProcessInfo.processInfo.environment["APUS_PROGRAM"] == nil))
    #expect(try await remedy("Version", [:]) == (isDevelopment ? "make install PREFIX=~/.local" : nil))
  }

  @Test("--version prints the version, the commit if known, and the libcurl in use") func version()
    async throws
  {
    let result = try await Program(in: home.path).run("--version")
    #expect(result.status == 0 && result.lines.count == 2)
    #expect(result.lines.first?.hasPrefix("apus \(ProgramVersion.text)") == true)
    #expect(result.lines.last?.hasPrefix("libcurl/") == true)
  }
}
