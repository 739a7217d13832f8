import Explorer
import HTTPTypes
import Networking
import Testing

@testable import apus

@Suite("The demo API from the screen", .serialized) struct DemoAPITests {
  @Test func `The demo API reports its URL and answers there.`() async throws {
    let recorder = ActionRecorder()
    let serving = Task.detached { await DemoAPI.serve(reportsStart: true, post: recorder.record) }
    defer { serving.cancel() }
    let said = try await recorder.first { action -> String? in
      guard case .notified(_, let text) = action, text.contains("The demo API runs at ") else { return nil }
      return text
    }
    let url = try #require(said.split(separator: " ").first { $0.hasPrefix("http://127.0.0.1:") })
    let exchange = await Client().exchange(for: try Request.with(RequestConfig(url: url + "/users/42")))
    #expect(exchange.response?.status.code == 200)
  }
}
