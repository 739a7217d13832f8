import Networking
import Testing

@testable import Workspaces

@Suite("Retries of a request") struct RetrySettingsTests {
  @Test("Statuses are numbers, ranges and classes")
  func statuses() {
    #expect(StatusList("429")?.codes == [429] && StatusList(" 429, 503 ")?.text == "429, 503")
    #expect(StatusList("500-502")?.codes == [500, 501, 502] && StatusList("5xx 404")?.codes.count == 101)
    for wrong in ["", "x", "42", "600", "6xx", "xx", "500-", "502-500", "429;503", "+429", "1-2-3"] {
      #expect(StatusList(wrong) == nil, "\(wrong)")
    }
  }

  @Test("A file contains retry statuses as text, number or list, and keeps its lines")
  func reading() throws {
    for (written, codes) in [("429", [429]), ("429, 503", [429, 503]), ("[429, 503]", [429, 503])] {
      let text =
        "info:\n  name: x\n  type: http\nhttp:\n  method: GET\n  url: http://h\nsettings:\n  retries: 2\n  retryStatuses: \(written)\n  retryAfter: false\n"
      let file = try RequestFile(path: "/x.yml", bytes: Array(text.utf8))
      #expect(file.definition.settings.retryStatuses?.codes == Set(codes), "\(written)")
      let policy = try #require(file.definition.settings.retryPolicy)
      #expect(policy.maximum == 2 && Set(policy.statuses.keys) == Set(codes) && !policy.obeysRetryAfter)
    }
    #expect(RequestSettings().retryPolicy == nil && RequestSettings(retries: 0).retryPolicy == nil)
  }
}
