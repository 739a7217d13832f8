import Basics
import DemoServer
import HTTPTypes
import Networking
import TestSupport
import Testing

/// The article's sample: dog pictures, as a catalogue with response models.
private enum DogAPI {
  struct Answer<Message: Decodable & Sendable>: Decodable, Sendable {
    var message: Message
    var status: String
  }

  static func breeds(_ base: RequestConfig) throws(RequestError) -> Request {
    try .with(base) { $0.path = "/breeds/list/all" }
  }

  static func randomPicture(of breed: String, _ base: RequestConfig) throws(RequestError) -> Request {
    try .with(base) {
      $0.path = "/breed/:breed/images/random"
      $0.pathParameters["breed"] = breed
    }
  }
}

/// An API like OpenAI's: a base, a configuration that adds a header, groups of endpoints.
private enum Assistants {
  struct Message: Codable, Sendable, Equatable {
    var role: String
    var content: String
  }

  struct Completion: Decodable, Sendable {
    struct Choice: Decodable, Sendable {
      var message: Message
    }
    var choices: [Choice]
  }

  struct Failure: Decodable, Sendable {
    struct Details: Decodable, Sendable {
      var message: String
      var type: String
    }
    var error: Details
  }

  static func base(_ host: String) -> RequestConfig {
    RequestConfig(host: host + "/v1", headers: [.accept: "application/json"])
  }

  static func assistant(_ host: String) -> RequestConfig {
    var config = base(host)
    config.headers["OpenAI-Beta"] = "assistants=v2"
    return config
  }

  enum Chat {
    static func completion(_ messages: [Message], model: String, on host: String) throws(RequestError) -> Request {
      struct Body: Encodable, Sendable {
        var model: String
        var messages: [Message]
      }
      return try .with(base(host)) {
        $0.method = .post
        $0.path = "chat/completions"
        $0.body = .json(Body(model: model, messages: messages))
      }
    }
  }

  enum Threads {
    static func messages(in thread: String, on host: String) throws(RequestError) -> Request {
      try .with(assistant(host)) {
        $0.path = "threads/:thread/messages"
        $0.pathParameters["thread"] = thread
        $0.query.append("limit", 20)
      }
    }
  }
}

@Suite("The article's samples against the demo server")
struct ArticleTests {
  @Test("N60: the dog pictures: create, execute, handle")
  func dogs() async throws {
    let server = try await DemoServer.start()
    let base = RequestConfig(host: server.url + "/dogs")
    let client = Client()
    let breeds = try await client.response(for: DogAPI.breeds(base)).validate()
      .decode(DogAPI.Answer<[String: [String]]>.self)
    #expect(breeds.message["hound"] == ["afghan", "basset"])
    let picture: DogAPI.Answer<String> = try await client.response(for: DogAPI.randomPicture(of: "hound", base))
      .validate().decode()
    #expect(picture.message == server.url + "/image.png")
    let image = try await client.response(for: Request.with(RequestConfig(url: picture.message))).validate()
    #expect(image.headers[.contentType] == "image/png" && image.body.count > 0)
    let missing = try await client.response(for: DogAPI.randomPicture(of: "hound/cat", base))
    #expect(missing.status == .notFound)
    #expect(throws: BackendError<DogAPI.Answer<String>>.self) { try missing.require(or: DogAPI.Answer<String>.self) }
    await server.stop()
  }

  @Test("N60: the assistant's catalogue: derived configurations, a token, the backend's error model")
  func assistants() async throws {
    let server = try await DemoServer.start()
    var client = Client()
    client.defaults = .identified(as: "sample/1")
    let question = Assistants.Message(role: "user", content: "Hello?")
    let request = try Assistants.Chat.completion([question], model: "m", on: server.url)

    let refused = try await client.response(for: request)
    do throws(BackendError<Assistants.Failure>) {
      try refused.require(or: Assistants.Failure.self)
      Issue.record("passed")
    } catch {
      #expect(error.status == .unauthorized)
      #expect(error.model?.error.message == "You didn't provide an API key.")
    }
    client.defaults.authorize(.bearer("key"))
    let answer = try await client.response(for: request).validate().decode(Assistants.Completion.self)
    #expect(answer.choices.first?.message.content == "You said: Hello?")
    await server.stop()
  }

  @Test("N60: the catalogue's requests: the derived header, the parameter as one segment, the body")
  func sent() async throws {
    let server = try AnsweringServer { _ in Answer.json("{}") }
    var client = Client()
    client.defaults = .identified(as: "sample/1")
    client.defaults.authorize(.bearer("key"))
    let question = Assistants.Message(role: "user", content: "Hello?")
    _ = try await client.response(for: Assistants.Chat.completion([question], model: "m", on: server.url))
    _ = try await client.response(for: Assistants.Threads.messages(in: "t/1", on: server.url)).validate()
    let sent = server.requests
    #expect(sent[0].bodyText == #"{"messages":[{"content":"Hello?","role":"user"}],"model":"m"}"#)
    #expect(sent[0]["OpenAI-Beta"] == nil && sent[1]["OpenAI-Beta"] == "assistants=v2")
    #expect(sent[1].target == "/v1/threads/t%2F1/messages?limit=20")
    #expect(sent.allSatisfy { $0["User-Agent"] == "sample/1" && $0["Authorization"] == "Bearer key" })
  }
}
