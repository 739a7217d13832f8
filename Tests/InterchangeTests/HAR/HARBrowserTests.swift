import Foundation
import Interchange
import Networking
import TestSupport
import Testing
import Workspaces

/// Archives as written by browsers, with the members that each adds.
@Suite("HTTP archives of browsers")
struct HARBrowserTests {
  private func requests(_ entries: String) throws -> [RequestDefinition] {
    let log =
      "{\"log\": {\"version\": \"1.2\", \"creator\": {\"name\": \"x\", \"version\": \"1\"}, \"entries\": [\(entries)]}}"
    #expect(ImportFormat.detect(Array(log.utf8)) == .har)
    let imported = try HARImport.read(Array(log.utf8), name: "log")
    #expect(imported.notices.isEmpty, "\(imported.notices)")
    return imported.requests
  }

  @Test("Chrome: pseudo headers and lengths are dropped, cookies are not repeated, a form has its rows")
  func chrome() throws {
    let entry = #"""
      {"_initiator": {"type": "script", "stack": {"callFrames": []}}, "_priority": "High", "_resourceType": "fetch",
       "cache": {}, "connection": "443", "pageref": "page_1", "startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1.5,
       "request": {"method": "POST", "url": "https://h.example/login?next=%2Fa%20b", "httpVersion": "http/2.0",
        "headers": [{"name": ":authority", "value": "h.example"}, {"name": ":method", "value": "POST"},
         {"name": ":path", "value": "/login?next=%2Fa%20b"}, {"name": ":scheme", "value": "https"},
         {"name": "accept", "value": "*/*"}, {"name": "content-length", "value": "23"},
         {"name": "content-type", "value": "application/x-www-form-urlencoded"}, {"name": "cookie", "value": "sid=1; t=a%20b"},
         {"name": "sec-ch-ua", "value": "\"Chromium\";v=\"142\""}],
        "queryString": [{"name": "next", "value": "%2Fa%20b"}],
        "cookies": [{"name": "sid", "value": "1", "path": "/", "httpOnly": true, "secure": true, "sameSite": "Lax"},
         {"name": "t", "value": "a%20b"}],
        "headersSize": -1, "bodySize": 23,
        "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "user=ada&pass=a+b%26c",
         "params": [{"name": "user", "value": "ada"}, {"name": "pass", "value": "a+b%26c"}]}},
       "response": {"status": 200, "content": {"size": 2, "mimeType": "text/plain", "text": "T0s=", "encoding": "base64"},
        "_transferSize": 10, "_error": null}, "timings": {"send": 0, "wait": 1, "receive": 0, "_blocked_queueing": 0.2}}
      """#
    let request = try #require(try requests(entry).first)
    #expect(request.method == "POST" && request.url == "https://h.example/login?next=%2Fa%20b")
    #expect(
      request.headers.map(\.name) == ["accept", "content-type", "cookie", "sec-ch-ua"]
        && request.headers[2].value == "sid=1; t=a%20b" && request.headers[3].value == "\"Chromium\";v=\"142\"")
    #expect(request.body == .form([Row("user", "ada"), Row("pass", "a b&c")]))
    #expect(request.params == [Parameter(.query, Row("next", "%2Fa%20b"))])
  }

  @Test("Firefox: JSON is kept as typed, an upload has the bytes that its boundary delimits")
  func firefox() throws {
    let boundary = "----geckoformboundary1"
    let upload =
      "--\(boundary)\\r\\nContent-Disposition: form-data; name=\\\"f\\\"; filename=\\\"a.txt\\\"\\r\\n\\r\\nhi\\r\\n--\(boundary)--\\r\\n"
    let entries = """
      {"pageref": "page_1", "_securityState": "secure", "serverIPAddress": "10.0.0.1", "request": {"bodySize": 12,
       "method": "PATCH", "url": "https://h.example/a", "httpVersion": "HTTP/2", "cookies": [], "queryString": [],
       "headersSize": 400, "headers": [{"name": "Host", "value": "h.example"}, {"name": "Content-Type",
       "value": "application/json"}, {"name": "Content-Length", "value": "12"}, {"name": "TE", "value": "trailers"}],
       "postData": {"mimeType": "application/json", "params": [], "text": "{ \\"a\\": 1.0 }"}}},
      {"request": {"method": "POST", "url": "http://h.example/up", "httpVersion": "HTTP/1.1", "headers": [
       {"name": "Content-Type", "value": "multipart/form-data; boundary=\(boundary)"}], "cookies": [],
       "queryString": [], "postData": {"mimeType": "multipart/form-data; boundary=\(boundary)", "params": [],
       "text": "\(upload)"}}}
      """
    let all = try requests(entries)
    #expect(all[0].headers == [Row("Content-Type", "application/json"), Row("TE", "trailers")])
    #expect(all[0].body == .text(.json, "{ \"a\": 1.0 }"))
    #expect(all[1].headers == [Row("Content-Type", "multipart/form-data; boundary=\(boundary)")])
    guard case .text(_, let text) = all[1].body else {
      Issue.record("the upload is no text")
      return
    }
    #expect(text.hasPrefix("--\(boundary)\r\n") && text.hasSuffix("\r\nhi\r\n--\(boundary)--\r\n"))
  }

  @Test("Measurements of the browser are not losses, and additions of a person are reported")
  func leftovers() throws {
    let log = """
      {"log": {"version": "1.2", "creator": {"name": "x"}, "pages": [{"title": "T"}], "comment": "c", "_own": 1,
       "entries": [{"time": 1, "comment": "why", "_own": 1, "request": {"method": "POST", "url": "http://h", "_own": 1,
       "postData": {"mimeType": "text/plain", "text": "t", "_own": 1, "comment": "body"}}}]}}
      """
    let reported = try HARImport.read(Array(log.utf8), name: "log").notices
    #expect(reported.map(\.location) == ["POST h, request/postData", "/log", "POST h"], "\(reported)")
    #expect(reported.allSatisfy { $0.message == "not carried over: comment" }, "\(reported)")
  }

  @Test("Safari: an upload has its parts with files, a cookie has no header, a body is in Base64")
  func safari() throws {
    let entries = #"""
      {"_fetchType": "Network Load", "_priority": "high", "request": {"method": "POST", "url": "https://h.example/up",
       "httpVersion": "HTTP/2", "cookies": [{"name": "a", "value": "1"}, {"name": "b", "value": "2"}], "headers": [
       {"name": "Content-Type", "value": "multipart/form-data"}, {"name": "Accept", "value": "*/*"}], "queryString": [],
       "postData": {"mimeType": "multipart/form-data", "params": [{"name": "note", "value": "x"},
        {"name": "file", "fileName": "photo.png", "contentType": "image/png"}]}}},
      {"request": {"method": "PUT", "url": "https://h.example/raw", "httpVersion": "h3", "headers": [
       {"name": "Content-Type", "value": "text/plain;charset=UTF-8"}], "cookies": [], "queryString": [],
       "postData": {"mimeType": "text/plain;charset=UTF-8", "text": "aMOpIQ==", "encoding": "base64"}}}
      """#
    let all = try requests(entries)
    #expect(all[0].headers == [Row("Accept", "*/*"), Row("Cookie", "a=1; b=2")])
    #expect(
      all[0].body
        == .multipart([
          FormPart("note", .text("x")), FormPart("file", .files(["photo.png"]), contentType: "image/png"),
        ]))
    #expect(all[1].body == .text(.text, "hé!"))
  }
}
