#if os(Linux)
import TestSupport
import Testing

/// Replaces the desktop's opener with a script that records its arguments.
@Suite("Pages that the screen opens", .serialized) struct BrowserTests {
  private static func login(_ name: String, _ page: String) -> String {
    """
    info:
      name: \(name)
      type: http
    http:
      method: GET
      url: "http://127.0.0.1:9/"
      auth:
        type: oauth2
        flow: authorization_code
        authorizationUrl: "\(page)"
        accessTokenUrl: "http://127.0.0.1:9/token"
        credentials: {clientId: me}

    """
  }

  @Test("A web page is opened after its host is shown; other URLs from a collection reach no program")
  func opened() throws {
    let (home, tools) = (try TemporaryDirectory("home"), try TemporaryDirectory("tools"))
    let record = tools.path("opened")
    _ = try tools.writeProgram("xdg-open", "#!/bin/sh\nprintf '%s|' \"$#\" \"$@\" >> '\(record)'\n")
    let sample = try Sample(url: "http://127.0.0.1:9")
    try sample.folder.write("option.yml", Self.login("Option", "--help"))
    try sample.folder.write("document.yml", Self.login("Document", "file:///etc/passwd"))
    try sample.folder.write("page.yml", Self.login("Webpage", "http://login.example:81/a?b=c"))
    let journey = try Journey(
      sample, home: home, columns: 200, environment: ["PATH": tools.path + ":/usr/bin:/bin"])
    for name in ["Option", "Document"] {
      try journey.open(name, see: "http://127.0.0.1:9/")
      try journey.type("\u{12}", see: "https://HOST/")
    }
    try journey.open("Webpage", see: "http://127.0.0.1:9/")
    // Nothing is opened before the user allows it.
    try journey.type("\u{12}", see: "open a login page")
    #expect(journey.screen.contains("http://login.example:81/a") && !tools.files().contains("opened"))
    try journey.type("y", see: "Log in at login.example:81 on the page that opens")
    try journey.wait(until: "the opener has run") { (try? tools.readText("opened"))?.hasSuffix("|") == true }
    let opened = try tools.readText("opened")
    #expect(opened.hasPrefix("1|http://login.example:81/a?b=c&response_type=code&"))
    #expect(!opened.contains("passwd") && !opened.contains("--help"))
  }
}
#endif
