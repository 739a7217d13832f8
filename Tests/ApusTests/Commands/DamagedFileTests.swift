import TestSupport
import Testing

@Suite("Damaged files on the command line and on the screen") struct DamagedFileTests {
  private static let bomb =
    (1..<12).reduce("l0: &l0 [x,x,x]\n") { text, number in
      text + "l\(number): &l\(number) [\(Array(repeating: "*l\(number - 1)", count: 9).joined(separator: ","))]\n"
    } + Sample.request()

  /// The content of a request file, and the position of its error.
  static let requests: [(name: String, text: String, place: String)] = [
    ("cut off", "info:\n  name: Bad\n  type: http\nhttp:\n  url: \"http://h", "5:17"),
    ("with a flipped bit", "info:\n  name: Bad\n  type: http\nhttp:\n  url: \u{1}\n", "5:8"),
    ("a bomb", bomb, "7:"),
    ("of another kind", "openapi: 3.1.0\n", "1:1"),
    ("empty", "", "1:1"),
    ("with a number for its headers", "info:\n  type: http\nhttp:\n  url: http://h\n  headers: 5\n", "5:12"),
  ]

  @Test(
    "List, send, run and the screen report a damaged request with line and column", arguments: 0..<6)
  func request(number: Int) async throws {
    let (_, text, place) = Self.requests[number]
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["bad": text, "good": Sample.request()])
    let wanted = "bad.yml:\(place)"
    // A file that can be listed has a name and a URL; other errors are reported when the request is used.
    if number < 5 {
      #expect(try await sample.program.run("list").text.contains(wanted))
      let notices = try await sample.program.run("list", "--json").json()["notices"].array
      #expect(notices.contains { $0["where"].string?.contains(wanted) == true && $0["severity"].string == "error" })
    }
    for arguments in [["send", "bad"], ["send", "bad.yml"], ["run", "bad.yml"], ["export", "curl", "bad"]] {
      let result = try await sample.program.run(arguments)
      #expect(
        result.error.contains(wanted) || result.text.contains(wanted), "\(arguments) \(result.text)\(result.error)")
      #expect(result.status != 0)
    }
    let journey = try Journey(sample, home: try TemporaryDirectory("home"))
    try journey.open(number < 5 ? "bad.yml" : "Untitled", see: wanted)
    // A request that is only partly readable is shown, but not sent.
    if number == 5 { try journey.type("\u{12}", see: "Not sent") }
  }

  /// Files that affect several requests.
  static let common: [(file: String, text: String, place: String)] = [
    ("opencollection.yml", "info:\n  name: [\n", "3:1"),
    ("opencollection.yml", "info:\n  name: Sample\nrequest: 5\n", "3:10"),
    ("users/folder.yml", "info:\n  name: \"U", "2:11"),
    ("users/folder.yml", "info:\n  name: U\nrequest:\n  headers: 5\n", "4:12"),
    ("environments/local.yml", "variables:\n  - name: [\n", "3:1"),
    ("environments/local.yml", "variables: 5\n", "1:12"),
  ]

  @Test("Send, run and the screen report a damaged shared file with line and column", arguments: 0..<6)
  func shared(number: Int) async throws {
    let (file, text, place) = Self.common[number]
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["users/get": Sample.request(name: "The one")])
    try sample.folder.write(file, text)
    let wanted = "\(file):\(place)"
    for arguments in [
      ["send", "users/get", "--env", "local"], ["run", "--env", "local"], ["run", "users", "--env", "local"],
    ] {
      let result = try await sample.program.run(arguments)
      // A run reports the error in the line of the request.
      #expect(
        (result.error + result.text).contains(wanted) && result.status == 3,
        "\(arguments) \(result.text)\(result.error)")
    }
    let journey = try Journey(sample, home: try TemporaryDirectory("home"))
    // The folder is collapsed. Keys typed before the list is loaded are processed afterwards.
    try journey.see("History")
    try journey.type("\u{07}The one\r\u{12}", see: wanted.split(separator: "/").last.map(String.init) ?? wanted)
  }
}
