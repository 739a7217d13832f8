import HTTPTypes
import Networking
import TestSupport
import Testing

private struct Problem: Decodable, Sendable, Equatable {
  var code: Int
  var message: String
}

@Suite("Handle: rejected responses")
struct RequireTests {
  @Test("N54: validate accepts success and rejects the rest with the status")
  func validate() throws {
    #expect(try makeResponse("[1]").validate().decode([Int].self) == [1])
    do throws(NetworkError) {
      try makeResponse404().validate()
      Issue.record("passed")
    } catch {
      #expect(error.category == .status)
      #expect(error.response?.status == .notFound)
      #expect(error.message.contains("404"))
    }
  }

  private func makeResponse404() throws(NetworkError) -> Response {
    do {
      return try makeResponse("", status: 404)
    } catch {
      throw NetworkError(.other, "\(error)")
    }
  }

  @Test("N54: a single status or a range can be required")
  func require() throws {
    let created = try makeResponse("", status: 201)
    try created.require(201...201)
    try created.require(200...204)
    try makeResponse("", status: 304).require(200...399)
    #expect(throws: NetworkError.self) { try created.require(200...200) }
  }

  @Test("N54: the backend's error model is decoded and never hides the status")
  func backendModel() throws {
    let refused = try makeResponse(#"{"code":7,"message":"no"}"#, status: 422)
    do throws(BackendError<Problem>) {
      try refused.require(or: Problem.self)
      Issue.record("passed")
    } catch {
      #expect(error.model == Problem(code: 7, message: "no"))
      #expect(error.status.code == 422)
      #expect(error.description.contains("422"))
    }
    let page = try makeResponse("<html>", status: 502, type: "text/html")
    do throws(BackendError<Problem>) {
      try page.require(or: Problem.self)
      Issue.record("passed")
    } catch {
      #expect(error.model == nil && error.status.code == 502)
      #expect(error.decodingFailure?.category == .decoding)
    }
    #expect(try makeResponse("[1]").require(or: Problem.self).decode([Int].self) == [1])
  }

  @Test("N53: transformers run before the validators, which get their result")
  func transformers() async throws {
    let server = try AnsweringServer { _ in Answer.json(")]}'\n{\"a\": 10}") }
    let prefix = ")]}'\n"
    let response = try await Client().response(for: Request.with(RequestConfig(url: server.url))) {
      $0.transformers = [
        { $0.withBody(Array($0.bytes.dropFirst(prefix.utf8.count))) },
        { $0.withBody(Array("\($0.text().count)".utf8)) },
      ]
      $0.validators = [
        Validator { response, _ in response.text() == "9" ? .next : .fail(NetworkError(.decoding, "not changed")) }
      ]
    }
    #expect(try response.decode(Int.self) == 9)
  }
}
