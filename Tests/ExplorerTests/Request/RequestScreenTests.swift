import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The request pane on the screen") struct RequestScreenTests {
  @Test("The Params tab has path and query in one table, disabled rows without a tick, and a column of notes")
  func params() {
    var journey = Journey.request(Samples.full)
    journey.keys("1 ctrl-l esc")
    #expect(
      journey.pane == """
          PATCH ▾   {{base_url}}/users/:id?expand={{missing}}   Send ^R

         Params 2  Headers 2  Body• Auth• Vars 1  Tests 1  Docs• Options•
         ━━━━━━━━
             Name        Value                     in     Note
        ▌ ◉  id          42                        path
          ◉  expand      {{missing}}               query
          ○  page        2                         query  from 1
          +  name        value
        """)
  }

  @Test("The bottom line reports a header that cannot be sent")
  func headers() {
    var journey = Journey.request(Samples.full)
    journey.keys("2 down")
    #expect(
      journey.pane == """
          PATCH ▾   {{base_url}}/users/:id?expand={{missing}}   Send ^R

         Params 2  Headers 2  Body• Auth• Vars 1  Tests 1  Docs• Options•
                   ━━━━━━━━━
             Name        Value                     Note
          ◉  Accept      application/json          always
        ▌ ◉  Bad name    1
          ○  X-Off       1
          +  name        value
        """)
    #expect(journey.footer.contains("A header name cannot contain a space"))
  }

  @Test("Long lines of the Docs tab wrap, scroll by rows, and are edited at the clicked position")
  func readDocs() throws {
    var definition = Samples.full
    let words = (1...60).map { "word\($0)" }
    definition.docs = "# Title\n\n" + words.joined(separator: " ") + "\nlast line"
    var journey = Journey.request(definition, columns: 70, rows: 24)
    journey.keys("7")
    let shown = journey.pane.split(whereSeparator: { $0 == "\n" || $0 == " " })
    #expect(shown.filter { $0.hasPrefix("word") } == words[...].map { Substring($0) })
    #expect(journey.pane.hasSuffix("last line"))
    let rect = try #require(journey.state.layout.panes[.request])
    journey = Journey.request(definition, columns: 100, rows: 24)
    journey.keys("7 end")
    #expect(journey.pane.hasSuffix("last line") && !journey.pane.contains("Title"))
    journey.keys("home")
    #expect(journey.pane.contains("Title") && !journey.pane.contains("last line"))
    journey = Journey.request(definition, columns: 70, rows: 24)
    journey.keys("7")
    let line = try #require(journey.lines.firstIndex { $0.contains("word40 ") })
    let column = try #require(journey.lines[line].firstRange(of: "word40"))
    journey.click(journey.lines[line].distance(from: journey.lines[line].startIndex, to: column.lowerBound), line)
    #expect(rect.contains(Point(x: rect.minX + 1, y: line)))
    journey.type("X")
    #expect(journey.draft.docs.contains("word39 Xword40 ") == true)
  }

  @Test("The Body tab has the kinds in a row, and a form as a table")
  func form() {
    var journey = Journey.request(Samples.full)
    journey.keys("3")
    #expect(
      journey.pane == """
          PATCH ▾   {{base_url}}/users/:id?expand={{missing}}   Send ^R

         Params 2  Headers 2  Body• Auth• Vars 1  Tests 1  Docs• Options•
                              ━━━━
         None   JSON   Text   XML   Form   Multipart   File   GraphQL
             Name        Value
        ▌ ◉  name        Ada
          ◉  mail        ada@example.org
          +  name        value
        """)
  }

  @Test("The Auth tab shows the scheme and its fields, with the password masked")
  func authentication() {
    var journey = Journey.request(Samples.full)
    journey.keys("4")
    #expect(
      journey.pane == """
          PATCH ▾   {{base_url}}/users/:id?expand={{missing}}   Send ^R

         Params 2  Headers 2  Body• Auth• Vars 1  Tests 1  Docs• Options•
                                    ━━━━
        ▌Scheme    Basic ▾
         Username  ada
         Password  ••••
        """)
    #expect(!journey.text.contains("lovelace"))
  }

  @Test("The Tests tab has columns for expression, operator and value")
  func assertions() {
    var journey = Journey.request(Samples.full)
    journey.keys("6")
    #expect(
      journey.pane == """
          PATCH ▾   {{base_url}}/users/:id?expand={{missing}}   Send ^R

         Params 2  Headers 2  Body• Auth• Vars 1  Tests 1  Docs• Options•
                                                  ━━━━━━━
             Expression   Operator   Value
        ▌ ◉  res.status   eq         200
          ○  res.body.id  isDefined
          +  expression   operator   value
        """)
  }

  @Test("Docs are rendered, and shown as source while edited")
  func docs() {
    var journey = Journey.request(Samples.full)
    journey.keys("7")
    #expect(
      journey.pane == """
          PATCH ▾   {{base_url}}/users/:id?expand={{missing}}   Send ^R

         Params 2  Headers 2  Body• Auth• Vars 1  Tests 1  Docs• Options•
                                                           ━━━━
         Users

         Changes one user.
         • fast
        """)
    journey.keys("enter")
    #expect(journey.pane.contains(" # Users\n\n Changes *one* user.\n - fast"))
  }

  @Test("The Options tab shows set values, and the defaults of unset ones")
  func options() {
    var journey = Journey.request(Samples.full, rows: 80)
    journey.keys("8")
    #expect(
      journey.pane == """
          PATCH ▾   {{base_url}}/users/:id?expand={{missing}}   Send ^R

         Params 2  Headers 2  Body• Auth• Vars 1  Tests 1  Docs• Options•
                                                                 ━━━━━━━
        ▌Follow redirects       no
         Max redirects          5 (default)
         Timeout (ms)           5000
         Encode the URL         yes (default)
         Forward authorization  no (default)
         Accept compression     yes (default)
         Largest body           1 GB (default)
         Reconnect to events    no (default)
         Cookies                keep (default)
         History                keep (default)
         Retries                0 (default)
         Retry after status     408 429 500 502-504 522 524 (default)
         Obey Retry-After       yes (default)
         Oldest TLS             the system's (default)
         Newest TLS             the newest (default)
         Verify TLS             yes (default)
         Authorities            the system's (default)
         Revoked                none (default)
         Trusted                none (default)
         Run only if            always (default)
         Tags                   smoke, slow
        """)
  }

  @Test("A timeout of 0 is explained in words")
  func noTimeout() {
    var definition = Samples.full
    definition.settings.timeout = 0
    var journey = Journey.request(definition)
    journey.keys("8")
    #expect(journey.pane.contains("Timeout (ms)           0  no limit\n"))
  }

  @Test("A JSON body has line numbers")
  func json() {
    var journey = Journey.request(Samples.post(.text(.json, "{\n  \"name\": {{name}}\n}")))
    journey.keys("3")
    #expect(
      journey.pane == """
          POST ▾   {{base_url}}/users                           Send ^R

         Params  Headers  Body• Auth  Vars  Tests  Docs  Options  Scripts
                          ━━━━
         None   JSON   Text   XML   Form   Multipart   File   GraphQL
        ▌  1 {
           2   "name": {{name}}
           3 }
        """)
  }

  @Test("A GraphQL body has the query above and its variables below")
  func graphQL() {
    var journey = Journey.request(Samples.post(.graphql(query: "{ me { id } }", variables: "{\"a\": 1}")), rows: 40)
    journey.keys("3")
    let lines = journey.pane.split(separator: "\n")
    #expect(lines.contains("▌  1 { me { id } }"))
    #expect(lines.contains(" Variables (JSON)"))
    #expect(lines.last == "   1 {\"a\": 1}")
  }

  @Test("The colour of variables shows whether they resolve")
  func colours() {
    var journey = Journey.request(Samples.full)
    journey.keys("2")
    journey.keys("1")
    let screen = journey.screen
    let theme = journey.state.theme
    let row = (0..<screen.size.rows).first { screen.row($0).contains("{{base_url}}") } ?? 0
    let resolved = (0..<100).first { screen[$0, row].style == theme.laid(theme[.variableResolved], on: .field) }
    let unresolved = (0..<100).first { screen[$0, row + 6].style == theme[.variableUnresolved] }
    #expect(resolved != nil)
    #expect(unresolved != nil)
  }

  @Test("An unreadable file is shown with its fault and cannot be changed")
  func unreadable() {
    var journey = Journey()
    let notice = Notice(.error, "users/broken.yml:3:1", "a tab where blanks should be")
    journey.apply(.files(.requestUnreadable(.file("/w/demo/users/broken.yml"), notice)))
    #expect(journey.pane.contains("users/broken.yml:3:1"))
    #expect(journey.pane.contains("a tab where blanks should be"))
    journey.go("ctrl-l")
    #expect(journey.footer.contains("cannot be read"))
    journey.go("‹x›")
    #expect(!journey.state.isEditingText)
  }

  @Test("A kind that cannot be sent is shown with a note")
  func unsupported() {
    var definition = Samples.getUser
    definition.kind = .unsupported("grpc")
    var journey = Journey.request(definition)
    #expect(journey.text.contains("grpc: cannot be sent"))
    journey.keys("ctrl-r")
    #expect(journey.footer.contains("but cannot send them"))
    #expect(!journey.state.isSending)
    journey.keys("a")
    #expect(journey.draft == definition)
  }

  @Test("In a medium window the request has six rows above the response, and half with the focus")
  func halves() {
    var journey = Journey.request(Samples.full, columns: 99, rows: 24)
    #expect(journey.state.layout.panes[.request]?.height == 13)
    journey.keys("tab")
    #expect(journey.state.layout.panes[.request]?.height == 8 && journey.state.layout.panes[.response]?.height == 15)
    #expect(journey.text.contains("PATCH ▾   {{base_url}}") && journey.text.contains("Headers"))
  }

  @Test("Without Unicode every mark has an ASCII equivalent")
  func ascii() {
    var journey = Journey.request(Samples.full, unicode: false)
    journey.keys("1")
    #expect(journey.pane.contains("[x] id"))
    #expect(journey.pane.contains("[ ] page"))
    #expect(journey.pane.contains("PATCH v"))
  }
}
