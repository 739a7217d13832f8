import Foundation
import TestSupport
import Testing

/// The screen and the command line send the same bytes.
@Suite("Journeys: the screen sends what apus send sends", .serialized) struct SameBytesJourneys {
  private static let head = "info:\n  name: Same\n  type: http\n  seq: 1\n\nhttp:\n"

  @Test(
    "The server receives the same bytes",
    arguments: [
      "  method: GET\n  url: \"{{base_url}}/a b/:id?x=1&y&z={{who}}#f\"\n  params:\n    - {name: id, value: é/1, type: path}\n",
      "  method: POST\n  url: \"{{base_url}}/json\"\n  headers:\n    - {name: X-A, value: \"1\"}\n    - {name: X-A, value: \"2\"}\n    - {name: X-B, value: b, blankAfterColon: false}\n"
        + "  body:\n    type: json\n    data: |-\n      {\"who\": \"{{who}}\"}\n  auth:\n    type: basic\n    username: ada\n    password: p:w\n",
      "  method: PUT\n  url: \"{{base_url}}/form\"\n  body:\n    type: form-urlencoded\n    data:\n      - {name: a b, value: c&d}\n"
        + "      - {name: \"off\", value: x, disabled: true}\n  auth:\n    type: bearer\n    token: \"{{who}}\"\n",
      "  method: PATCH\n  url: \"{{base_url}}/parts\"\n  body:\n    type: multipart-form\n    data:\n"
        + "      - {name: t, type: text, value: é}\n      - {name: f, type: file, value: [file.txt]}\n",
      "  method: brew\n  url: \"{{base_url}}/file\"\n  body:\n    type: file\n    data:\n"
        + "      - {filePath: file.txt, contentType: a/b, selected: true}\n",
    ])
  func same(request: String) async throws {
    let server = try AnsweringServer { _ in Answer.text("there") }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["same": Self.head + request])
    try sample.folder.write("file.txt", "content\n")
    try sample.folder.write(
      "environments/local.yml",
      "name: local\nvariables:\n  - name: base_url\n    value: \(server.url)\n  - name: who\n    value: it's me\n")
    let home = try TemporaryDirectory("home")
    var program = sample.program
    program.variables["HOME"] = home.path
    let sent = try await program.run("send", "same", "-e", "local")
    #expect(sent.status == 0 && sent.text == "there", "\(sent.error)")
    let journey = try Journey(sample, home: home)
    try journey.open("Same", see: "there")
    try journey.type("\u{12}", see: "200 OK")
    try journey.quit()
    let requests = server.requests.map(\.canonical)
    #expect(requests.count == 2 && requests.first == requests.last, "\(requests)")
  }
}
