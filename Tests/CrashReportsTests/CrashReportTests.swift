import Foundation
import TestSupport
import Testing

@Suite("Reports of crashes") struct CrashReportTests {
  let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("crashes") }

  private struct End {
    var status: Int32
    var isSignal: Bool
    var lines: [Substring]
  }

  private func crash(_ folder: String, _ way: String) throws -> End {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Executable.path("CrashProbe"))
    process.arguments = [folder, way, "s3cret-argument"]
    process.environment = ["TOKEN": "s3cret-variable", "HOME": home.path]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.start()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return End(
      status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal,
      lines: text.split(separator: "\n"))
  }

  private func reports(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
  }

  @Test(
    "A mistake, a stack that overflows on any thread and an abort leave one report, which the last line names",
    arguments: ["trap", "overflow", "overflow-elsewhere", "abort", "many"])
  func report(way: String) throws {
    let folder = "\(home.path)/not yet/there"
    let end = try crash(folder, way)
    #expect(end.isSignal)
    let file = try #require(reports(in: folder).first)
    #expect(try reports(in: folder).count == 1)
    let last = try #require(end.lines.last)
    #expect(last.hasPrefix("apus: crashed (SIG") && last.hasSuffix(" is in \(file)"))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("Crash report of the probe\n") && text.contains("signal: SIG"))
    #expect(!text.contains("s3cret") && !text.contains(home.path))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("A mistake is reported with the functions that led to it, as offsets") func frames() throws {
    _ = try crash(home.path, "trap")
    let file = try #require(reports(in: home.path).first { $0.contains("crash-") })
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let frames = text.components(separatedBy: "frames, as offsets in the program:\n").last ?? ""
    #expect(frames.split(separator: "\n").filter { $0.hasPrefix("  +0x") }.count >= 2, "\(text)")
  }

  @Test("If no report can be written, the last line says so, and the program still ends by its signal")
  func unwritable() throws {
    let file = try home.write("file", "")
    let end = try crash("\(file)/below", "trap")
    #expect(end.isSignal)
    #expect(end.lines.last?.hasSuffix("no report could be written to \(file)/below") == true)
  }

  @Test("No control character of a folder's name reaches the terminal") func hostileFolder() throws {
    let end = try crash("\(home.path)/a\u{1B}]0;owned\u{07}\u{9B}2J", "trap")
    #expect(end.lines.last?.contains("/a?]0;owned?") == true)
    #expect(
      end.lines.allSatisfy { line in line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
  }
}
