import Basics
import Testing

@testable import Sessions

@Suite("The comparison of a replay") struct ReplayComparisonTests {
  private func isEqual(_ recorded: JSONValue, _ now: JSONValue) -> Bool {
    var job: JSONValue = ["inputs": ["request": ["method": "GET", "url": "http://h/"]]]
    job["request"] = recorded == .null ? nil : recorded
    let comparison = ReplayComparison(job, now == .null ? .object([]) : ["request": now], comparesPlaces: true)
    return comparison.recorded == comparison.now
  }

  @Test("A part of the request that only one of both changed is compared with the part before the scripts")
  func unchanged() {
    #expect(isEqual(.null, .null) && isEqual(["method": "GET"], .null) && isEqual(.null, ["url": "http://h/"]))
    #expect(!isEqual(["method": "PUT"], .null) && !isEqual(.null, ["body": ["mode": "raw", "raw": ""]]))
    #expect(!isEqual(["url": "http://h/a"], ["url": "http://h/a "]))
    let headers: JSONValue = ["headers": [["key": "A", "value": "1"], ["key": "B", "value": "2"]]]
    #expect(isEqual(headers, headers) && !isEqual(headers, ["headers": [["key": "A", "value": "1"]]]))
  }

  @Test("A mask is equal to any text in its place, and to nothing else")
  func masks() {
    #expect(isEqual(["url": "http://h/?q=••••&n=1"], ["url": "http://h/?q=a&n=1"]))
    #expect(!isEqual(["url": "http://h/?q=••••&n=1"], ["url": "http://h/?q=a&n=2"]))
    #expect(isEqual(["body": "••••, ••••!"], ["body": "a, b, c!"]) && !isEqual(["body": "••••, ••••!"], ["body": "a!"]))
    #expect(!isEqual(["body": "ab••••bc"], ["body": "abc"]) && !isEqual(["body": "a"], ["body": "••••"]))
  }

  @Test("Values that their names make secret are masked in the differences")
  func secrets() {
    let now: JSONValue = ["request": ["headers": [["key": "Authorization", "value": "Bearer hidden"]]]]
    let comparison = ReplayComparison(.object([]), now, comparesPlaces: true)
    #expect(comparison.recorded != comparison.now && !comparison.now.text.contains("hidden"))
  }
}
