import Dispatch
import Foundation
import Networking
import TestSupport
import Testing

@Suite("Handle: completion handlers")
struct CompletionTests {
  @Test("N59: the result arrives once, on the chosen queue")
  func onQueue() async throws {
    let server = try AnsweringServer { _ in Answer.json("[1,2]") }
    let queue = DispatchQueue(label: "chosen")
    let request = try Request.with(RequestConfig(url: server.url))
    let result = await withCheckedContinuation { continuation in
      Client().send(request, on: queue) { result in
        dispatchPrecondition(condition: .onQueue(queue))
        continuation.resume(returning: result)
      }
    }
    #expect(try result.get().decode([Int].self) == [1, 2])
  }

  @Test("N26, N59: a closure configures the call, and an error arrives as one")
  func configured() async throws {
    let server = try AnsweringServer { request in
      request.target == "/ok" ? Answer.json("[1]") : Answer.json("[1]", status: "500 No")
    }
    for (path, expected) in [("/ok", [1]), ("/no", nil)] as [(String, [Int]?)] {
      let request = try Request.with(RequestConfig(url: server.url + path))
      let result = await withCheckedContinuation { continuation in
        Client().send(request) {
          $0.validators = [.status()]
        } completion: {
          continuation.resume(returning: $0)
        }
      }
      switch result {
      case .success(let response): #expect(try response.decode([Int].self) == expected)
      case .failure(let error): #expect(expected == nil && error.category == .status)
      }
    }
  }

  @Test("N59: a cancelled request completes once, with a cancellation")
  func cancelled() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try AnsweringServer { _ in
      gate.wait()
      return Answer.text("late")
    }
    defer { gate.signal() }
    let request = try Request.with(RequestConfig(url: server.url))
    let result = await withCheckedContinuation { continuation in
      let handle = Client().send(request, on: DispatchQueue(label: "q")) { continuation.resume(returning: $0) }
      handle.cancel()
    }
    guard case .failure(let error) = result else {
      Issue.record("not cancelled")
      return
    }
    #expect(error.category == .cancelled)
  }
}
