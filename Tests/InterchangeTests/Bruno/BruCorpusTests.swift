import Foundation
import Interchange
import TestSupport
import Testing
import Workspaces

@Suite("Bruno files")
struct BruCorpusTests {
  /// Workspaces, which contains the reader, compares the content with upstream's reading.
  @Test(
    "Every file of the corpus is detected and gives its request or settings, and omissions are reported",
    .corpora("bruno"))
  func corpus() throws {
    var found = (requests: 0, settings: 0)
    for path in try Corpora.files("bruno", extensions: ["bru"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      let imported = try BruImport.read(bytes, name: "x")
      #expect(ImportFormat.detect(bytes) == .bruno, "\(path)")
      let file = try BruFile(bytes, environmentName: "x")
      let messages = imported.notices.map(\.message)
      #expect(messages == file.losses.map(\.message), "\(path)")
      switch file.content {
      case .request(let request):
        found.requests += 1
        #expect(imported.requests == [request], "\(path)")
      case .settings(let settings):
        found.settings += 1
        #expect(imported.root.settings == settings, "\(path)")
      case .environment(let environment): #expect(imported.environments == [environment], "\(path)")
      }
    }
    Notice.show("bruno: \(found.requests) requests, \(found.settings) settings")
  }

  private static let lobby = """
    meta {
      name: Lobby
      type: ws
      seq: 3
      tags: [
        live
      ]
    }

    ws {
      url: wss://{{host}}/lobby?room=1
      body: ws
      auth: bearer
      methodType: x
    }

    params:query {
      room: 1
    }

    headers {
      X-A: 1
      ~X-B: 2
    }

    auth:bearer {
      token: {{t}}
    }

    body:ws {
      name: hello
      type: json
      selected: true
      content: '''
        {
          "say": "hello"
        }
      '''
    }

    body:ws {
      type: text
      content: bye
    }

    vars:pre-request {
      v: 1
    }

    settings {
      timeout: 250
      keepAliveInterval: 30
    }

    """

  @Test("A WebSocket keeps its messages, and unsupported content is reported")
  func webSocket() throws {
    let imported = try BruImport.read(Array(Self.lobby.utf8), name: "x")
    let request = try #require(imported.requests.first)
    #expect(imported.notices.map(\.message) == ["ws methodType is not carried over: x"])
    #expect(request.kind == .webSocket && request.name == "Lobby" && request.method.isEmpty && request.sequence == 3)
    #expect(request.url == "wss://{{host}}/lobby?room=1" && request.params == [Parameter(.query, Row("room", "1"))])
    #expect(request.headers == [Row("X-A", "1"), Row("X-B", "2", isEnabled: false)] && request.tags == ["live"])
    #expect(request.authentication["token"] == "{{t}}" && request.variables == [Row("v", "1")])
    #expect(request.settings.timeout == 250 && request.conversation.keepAliveInterval == 30)
    #expect(
      request.conversation.messages == [
        .init("hello", kind: "json", "{\n  \"say\": \"hello\"\n}", isSelected: true),
        .init("message 2", kind: "text", "bye"),
      ])
  }

  @Test("A gRPC call keeps its method, metadata, messages and the path of its types")
  func call() throws {
    let text = """
      meta {
        name: Add
        type: grpc
      }

      grpc {
        url: grpc://h:1
        method: /shop.Orders/Add
        body: grpc
        protoPath: protos/shop.proto
        auth: none
        methodType: client-streaming
      }

      metadata {
        x-a: 1
      }

      body:grpc {
        name: one
        content: '''
          {"n": {{n}}}
        '''
      }

      body:grpc {
        name: two
        content: '''
          {}
        '''
      }

      """
    let imported = try BruImport.read(Array(text.utf8), name: "x")
    let request = try #require(imported.requests.first)
    #expect(imported.notices.isEmpty && request.kind == .grpc && request.method == "/shop.Orders/Add")
    #expect(request.url == "grpc://h:1" && request.headers == [Row("x-a", "1")] && request.authentication == .none)
    #expect(request.conversation.call.protoFile == "protos/shop.proto")
    #expect(request.conversation.call.methodType == "client-streaming")
    #expect(
      request.conversation.messages == [
        .init("one", #"{"n": {{n}}}"#, isSelected: true), .init("two", "{}", isSelected: true),
      ])
  }

  @Test("Parts with files, text in triple quotes and annotations are read")
  func details() throws {
    let text = """
      meta {
        name: N
        type: http
      }

      post {
        url: http://h
        body: multipart-form
        auth: none
      }

      body:multipart-form {
        a: '''
          one
            two
        ''' @contentType(text/plain)
        f: @file(x.png|y.png) @contentType(image/png)
      }

      assert {
        res.status: gte 200
        res.body: isDefined
      }
      """
    let request = try #require(try BruImport.read(Array(text.utf8), name: "x").requests.first)
    #expect(
      request.body
        == .multipart([
          FormPart("a", .text("one\n  two"), contentType: "text/plain"),
          FormPart("f", .files(["x.png", "y.png"]), contentType: "image/png"),
        ]))
    #expect(request.assertions == [Assertion("res.status", "gte", "200"), Assertion("res.body", "isDefined", "")])
    #expect(throws: ImportError.self) { try BruImport.read(Array("nothing".utf8), name: "x") }
    let environment = try BruImport.read(Array("vars {\n  a: 1\n}\n".utf8), name: "dev")
    #expect(environment.environments.map(\.name) == ["dev"] && environment.root.items.isEmpty)
    let foreign = "meta {\n  name: G\n  type: mqtt\n}\n\nmqtt {\n  url: h\n}\n"
    let other = try BruImport.read(Array(foreign.utf8), name: "x")
    #expect(other.requests.isEmpty && other.notices.map(\.message) == ["G is a mqtt request: left out"])
  }
}
