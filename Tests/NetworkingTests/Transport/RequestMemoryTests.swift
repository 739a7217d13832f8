import Testing

@testable import Networking

@Suite("The cache for consecutive requests")
struct RequestMemoryTests {
  private func request(_ configure: (inout RequestConfig) -> Void = { _ in }) throws -> Request {
    try Request.with {
      $0.host = "http://h"
      $0.headers = Headers([Header("X", "1")])
      configure(&$0)
    }
  }

  private func memory() throws -> RequestMemory {
    guard case .library(let library) = CurlLibrary.loaded else { throw NetworkError(.other, "no libcurl") }
    return RequestMemory(library: library)
  }

  @Test("The lines of the previous request are reused, and rebuilt if anything about them differs")
  func lines() throws {
    let memory = try memory()
    let changes: [(inout RequestConfig) -> Void] = [
      { _ in }, { $0.headers.append("Y", "2") }, { $0.suppressedHeaders = ["Accept"] },
      { $0.body = .text("x", contentType: nil) }, { $0.body = .bytes([UInt8](repeating: 1, count: 1_000_000)) },
      {
        $0.options.authentication = .init(.awsSignature(region: "r", service: "s"), user: "a", password: "b")
      },
    ]
    var last: CurlList?
    for change in changes {
      let first = memory.lines(for: try request(change)).list
      #expect(first !== last)
      #expect(memory.lines(for: try request(change)).list === first)
      last = first
    }
  }

  @Test("A URL is parsed once, and again if it changes")
  func urls() throws {
    let memory = try memory()
    let first = try #require(memory.parsed("http://a.example/x"))
    #expect(memory.parsed("http://a.example/x") === first)
    #expect(memory.parsed("http://a.example/y") !== first)
    #expect(memory.parsed("http://[") == nil && memory.parsed("http://[") == nil)
  }
}
