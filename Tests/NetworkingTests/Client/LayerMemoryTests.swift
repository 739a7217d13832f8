import HTTPTypes
import Testing

@testable import Networking

@Suite("Defaults under a request that is sent many times") struct LayerMemoryTests {
  private let memory = LayerMemory()
  private let defaults = Indirect<RequestConfig?>(wrappedValue: .identified(as: "one"))

  private func request(_ change: (inout RequestConfig) -> Void = { _ in }) throws -> Request {
    var config = RequestConfig(url: "http://h/")
    change(&config)
    return try Request.with(config)
  }

  @Test("They are put under the same request once")
  func once() throws {
    let request = try request()
    let whole = try memory.whole(request, over: defaults)
    #expect(whole.headers["User-Agent"] == "one")
    #expect(try memory.whole(request, over: defaults).isSame(as: whole))
  }

  @Test("A changed request and other defaults count")
  func changes() throws {
    var request = try request()
    _ = try memory.whole(request, over: defaults)
    let others = Indirect<RequestConfig?>(wrappedValue: .identified(as: "two"))
    #expect(try memory.whole(request, over: others).headers["User-Agent"] == "two")
    #expect(try memory.whole(request, over: Indirect(wrappedValue: nil)).headers["User-Agent"] == nil)
    request.headers.append("X-Own", "1")
    #expect(try memory.whole(request, over: others).headers["X-Own"] == "1")
  }

  @Test("A body that is large, or made when it is sent, is not kept")
  func bodies() throws {
    for body: RequestConfig.Body in [
      .bytes(Array(repeating: 97, count: 1 << 20)),
      .multipart(Multipart([Multipart.Part("a", .text("b"))])),
      .stream(BodyStream(chunked: [1])),
    ] {
      let request = try request {
        $0.method = .post
        $0.body = body
      }
      let whole = try memory.whole(request, over: defaults)
      #expect(try !memory.whole(request, over: defaults).isSame(as: whole))
    }
  }
}
