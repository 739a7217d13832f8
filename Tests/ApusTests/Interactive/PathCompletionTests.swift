import Explorer
import Foundation
import TestSupport
import Testing

@testable import apus

@Suite("Completing the path of a file") struct PathCompletionTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory("files")
    for name in ["shop.har", "shop.json", ".hidden"] {
      try Data().write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    try FileManager.default.createDirectory(atPath: "\(folder.path)/sub", withIntermediateDirectories: true)
  }

  private func completed(_ typed: String) -> CompletedPath {
    CompletedPath("\(folder.path)/\(typed)", ["HOME": folder.path])
  }

  @Test("The common beginning of several files is completed, and their names are listed")
  func several() {
    #expect(completed("sh").text == "\(folder.path)/shop." && completed("sh").names == ["shop.har", "shop.json"])
    #expect(completed("shop.j").text == "\(folder.path)/shop.json")
  }

  @Test("A folder gets a slash, and hidden files are offered to those who type the dot")
  func kinds() {
    #expect(completed("su").text == "\(folder.path)/sub/")
    #expect(completed("").names == ["shop.har", "shop.json", "sub/"] && completed(".h").names == [".hidden"])
  }

  @Test("A path that nothing begins with stays as it is; ~ is the home")
  func nothing() {
    #expect(completed("x").text == "\(folder.path)/x" && completed("x").names.isEmpty)
    #expect(CompletedPath("~", ["HOME": folder.path]).text == "~/")
    #expect(CompletedPath("~/shop.j", ["HOME": folder.path]).text == "~/shop.json")
  }

  @Test("A relative path begins in the given folder, ~ in the home")
  func relative() {
    #expect(CompletedPath("shop.j", from: folder.path, [:]).text == "shop.json")
    #expect(CompletedPath("./s", from: folder.path, [:]).names == ["shop.har", "shop.json", "sub/"])
    #expect(CompletedPath("~/shop.j", from: "/nowhere", ["HOME": folder.path]).text == "~/shop.json")
  }
}
