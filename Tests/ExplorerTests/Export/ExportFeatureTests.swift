import Interchange
import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Exporting from the screen") struct ExportFeatureTests {
  private static let key = RequestKey.file(Samples.getUserPath)

  private func opened() -> Journey {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    journey.forget()
    return journey
  }

  private func jobs(_ journey: Journey) -> [ExportJob] {
    journey.effects.compactMap { if case .transfer(.export(let job)) = $0 { job } else { nil } }
  }

  /// Chooses a format by name and accepts the proposed path.
  private func export(_ journey: inout Journey, as form: String) {
    journey.type("X")
    journey.type(form)
    journey.press(.enter, .enter)
  }

  @Test func `The open request is exported with its unsaved changes to the proposed file.`() throws {
    var journey = opened()
    journey.press(.tab)
    journey.type("X")
    #expect(journey.text.contains("Export Get user to a file, secrets masked"), "\(journey.text)")
    journey.type("hurl")
    journey.press(.enter)
    #expect(journey.text.contains("Export Get user as Hurl to the file"), "\(journey.text)")
    #expect(journey.text.contains("get-user.hurl"))
    journey.press(.enter)
    let session = try #require(journey.state.session)
    let source = ExportJob.Source.draft(Self.key, session.draft, journey.state.terms(of: session))
    #expect(jobs(journey) == [ExportJob(source, as: .hurl, to: .file("get-user.hurl", replacing: false))])
  }

  @Test(arguments: [
    ("cURL, exact", ExportForm.exactCurl, "get-user.sh"), ("HAR", .har, "get-user.har"),
    (".http", .http, "get-user.http"), ("Postman", .postman, "get-user.postman_collection.json"),
    ("JSON", .json, "get-user.json"), ("apus send", .code(.apus), "get-user.sh"),
    ("Python (httpx)", .code(.pythonHTTPX), "get-user.py"),
  ])
  func `Each format has its name and its file extension.`(title: String, form: ExportForm, path: String) {
    var journey = opened()
    journey.press(.tab)
    export(&journey, as: title)
    #expect(jobs(journey).map(\.form) == [form])
    #expect(jobs(journey).map(\.destination) == [.file(path, replacing: false)])
  }

  @Test func `With the cursor on a folder, the folder is exported.`() {
    var journey = opened()
    journey.state.focus = .tree
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.type("X")
    #expect(journey.text.contains("Export Users to a file"), "\(journey.text)")
    #expect(journey.text.contains("cURL, exact") && journey.text.contains("HAR "), "\(journey.text)")
    journey.type("postman")
    journey.press(.enter, .enter)
    #expect(jobs(journey).map(\.source) == [.folder("/w/demo/users", SendTerms(), isCollection: false)])
    #expect(jobs(journey).map(\.destination) == [.file("users.postman_collection.json", replacing: false)])
  }

  @Test(arguments: [
    ("", ExportJob.Destination.folder("users", replacing: false)), ("One", .file("users.py", replacing: false)),
    ("Clip", .clipboard),
  ])
  func `A folder is exported as code to one file per request, a single file or the clipboard.`(
    typed: String, destination: ExportJob.Destination
  ) {
    var journey = opened()
    journey.state.focus = .tree
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.type("X")
    journey.type("httpx")
    journey.press(.enter)
    #expect(journey.text.contains("A file for each request"), "\(journey.text)")
    journey.type(typed)
    journey.press(.enter, .enter)
    #expect(jobs(journey).map(\.destination) == [destination])
  }

  @Test func `Existing files of a folder are replaced only after a question.`() throws {
    var journey = opened()
    journey.state.focus = .tree
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.type("X")
    journey.type("httpx")
    journey.press(.enter, .enter, .enter)
    let job = try #require(jobs(journey).first)
    journey.forget()
    journey.apply(.export(.collided(job, path: "users/a.py", others: 2)))
    #expect(journey.text.contains("users/a.py and 2 more exist. Replace them?"), "\(journey.text)")
    journey.type("y")
    #expect(jobs(journey).map(\.destination) == [.folder("users", replacing: true)])
  }

  @Test func `Folders and collections are exported with the chosen environment.`() {
    var journey = opened()
    journey.apply(.environment(.loaded([Environment(name: "local")])))
    journey.apply(.overlay(.picked(.environment, id: "local")))
    for (row, source) in [
      (
        TreeRow.ID.folder("/w/demo/users"),
        ExportJob.Source.folder("/w/demo/users", SendTerms(environment: "local"), isCollection: false)
      ), (.collection("/w/demo"), .folder("/w/demo", SendTerms(environment: "local"), isCollection: true)),
    ] {
      journey.state.focus = .tree
      journey.apply(.tree(.select(row)))
      journey.forget()
      export(&journey, as: "hurl")
      export(&journey, as: "HAR")
      #expect(jobs(journey).map(\.source) == [source, source])
    }
  }

  @Test func `A closed request under the cursor is read from its file.`() throws {
    var journey = opened()
    let path = "/w/demo/users/List users.yml"
    journey.state.focus = .tree
    journey.apply(.tree(.shown(.request(path))))
    export(&journey, as: "hurl")
    guard case .saved(path, _)? = jobs(journey).first?.source else {
      Issue.record("\(jobs(journey))")
      return
    }
    #expect(jobs(journey).map(\.destination) == [.file("list-users.hurl", replacing: false)])
  }

  @Test func `An existing file is replaced only after a question.`() throws {
    var journey = opened()
    journey.press(.tab)
    export(&journey, as: "hurl")
    let job = try #require(jobs(journey).first)
    journey.forget()
    journey.apply(.export(.collided(job, path: "get-user.hurl")))
    #expect(journey.text.contains("get-user.hurl exists. Replace it?"))
    var refused = journey
    refused.type("n")
    #expect(refused.effects.isEmpty)
    journey.type("y")
    #expect(jobs(journey).map(\.destination) == [.file("get-user.hurl", replacing: true)])
  }

  @Test func `The copy menu copies other formats and opens the export.`() {
    for (name, form) in [
      ("HAR", ExportForm.har), ("Hurl", .hurl), (".http", .http), ("Postman", .postman), ("apus send", .code(.apus)),
      ("Kotlin", .code(.kotlin)),
    ] {
      var journey = opened()
      journey.type("y\(name)")
      journey.press(.enter)
      #expect(jobs(journey).map(\.form) == [form])
      #expect(jobs(journey).map(\.destination) == [.clipboard])
    }
    var journey = opened()
    journey.type("yexport to")
    journey.press(.enter)
    #expect(journey.text.contains("Export Get user to a file"), "\(journey.text)")
  }

  @Test func `A missing or unreadable request is not exported.`() {
    var journey = Journey()
    journey.press(.tab)
    journey.type("X")
    #expect(journey.footer.contains("No request is open"), "\(journey.footer)")
    journey.apply(.files(.requestUnreadable(Self.key, Notice(.error, Samples.getUserPath, "no value"))))
    journey.type("X")
    #expect(journey.state.overlay == nil && journey.text.contains("This file cannot be read"))
    journey.apply(.overlay(.answered(.export(.path(ExportOrder(target: .request(Self.key), form: .hurl))), "a.hurl")))
    #expect(jobs(journey).isEmpty)
  }

  @Test func `The prompt shows the full path of the file.`() {
    var journey = opened()
    journey.state.program.startFolder = "~/work"
    journey.press(.tab)
    journey.type("Xhurl")
    journey.press(.enter)
    #expect(journey.text.contains("~/work/get-user.hurl"), "\(journey.text)")
    journey.press(.control("u"))
    journey.type("../out.hurl")
    #expect(journey.text.contains("~/work/../out.hurl"))
    journey.press(.control("u"))
    journey.type("/tmp/out.hurl")
    #expect(!journey.text.contains("~/work"))
  }

  @Test func `A path of blanks is refused in the prompt.`() {
    var journey = opened()
    journey.press(.tab)
    journey.type("Xhurl")
    journey.press(.enter, .control("u"), .enter)
    #expect(journey.text.contains("The path is empty") && jobs(journey).isEmpty)
  }

  @Test func `The result reports the size, masked values and omissions.`() {
    func report(_ text: ExportText, drafts: Int = 0) -> Action? {
      let posted = Posted()
      let job = ExportJob(
        .folder("/w", SendTerms(), isCollection: true), as: .hurl, to: .file("a", replacing: false), drafts: drafts)
      ExportListener(job, post: { posted.add($0) }).wrote(text, to: "a")
      return posted.all.last
    }
    #expect(report(ExportText(text: "1234")) == .notified(.information, "Exported 4 B to a"))
    let lost = ExportText(text: "1234", notices: ["A: one", "B: two", "C: three", "D: four"])
    #expect(
      report(lost) == .notified(.warning, "Exported 4 B to a. A: one; B: two; C: three; and 1 more"))
    #expect(
      report(ExportText(text: "1234"), drafts: 2)
        == .notified(
          .warning, "Exported 4 B to a. 2 requests have unsaved changes: their saved versions are exported"))
  }
}
