import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The easy handles of a transport")
struct HandlePoolTests {
  private func pool(transfers: Int) throws -> HandlePool {
    guard case .library(let library) = CurlLibrary.loaded else { throw NetworkError(.other, "no libcurl") }
    return HandlePool(library: library, transfers: transfers)
  }

  @Test("As many handles are kept as run at a time, and reused before another is created")
  func resting() throws {
    let pool = try pool(transfers: 10)
    let handles = try (0..<40).map { _ in try #require(pool.take()) }
    #expect(pool.count == 40)
    for handle in handles { pool.put(handle) }
    let rest = pool.count
    #expect(rest == 10)
    let again = try (0..<rest).map { _ in try #require(pool.take()) }
    #expect(pool.count == rest)
    for handle in again { pool.put(handle) }
  }

  @Test("Only a limited number of waiting requests get a handle, not counting idle ones")
  func ahead() throws {
    let pool = try pool(transfers: 1)
    let (first, second) = (try #require(pool.takeAhead()), try #require(pool.takeAhead()))
    #expect(pool.takeAhead() == nil)
    pool.put(first)
    let third = try #require(pool.takeAhead())
    #expect(pool.takeAhead() == nil)
    let late = try #require(pool.take())
    for handle in [second, third, late] { pool.put(handle) }
    #expect(pool.count <= 3)
  }

  @Test("N40: far more requests than waiting handles are all answered, and no handle stays in use")
  func crowd() async throws {
    let server = try AnsweringServer()
    let transport = CurlTransport(transfers: 2)
    let client = Client(transport: transport)
    let good = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask { await client.exchange(for: makeRequest("\(server.url)/\(number)")).response?.status == .ok }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(good == 100)
    #expect(Set(server.requests.map(\.target)).count == 100)
    #expect(transport.handleCount <= 16)
  }

  @Test("N36: a request cancelled while waiting returns its handle, and is never sent")
  func cancelled() async throws {
    let (arrived, arrival) = AsyncStream.makeStream(of: String.self)
    let server = try RawServer { connection in
      guard let request = connection.readRequest() else { return }
      arrival.yield(request.target)
      connection.waitForClose()
    }
    let transport = CurlTransport(transfers: 1)
    let client = Client(transport: transport)
    let tasks = (0..<4).map { number in Task { await client.exchange(for: makeRequest("\(server.url)/\(number)")) } }
    var sent: String?
    for await target in arrived {
      sent = target
      break
    }
    // Wait for the queued ones first: the end of the sent one would let another start.
    let turn = try #require(tasks.indices.first { sent == "/\($0)" })
    for number in tasks.indices.filter({ $0 != turn }) + [turn] {
      tasks[number].cancel()
      #expect(await tasks[number].value.failure?.category == .cancelled)
    }
    #expect(server.connectionCount == 1)
    let after = try AnsweringServer()
    #expect(await client.exchange(for: makeRequest(after.url)).response?.status == .ok)
    #expect(transport.liveCount == 0)
    #expect(transport.handleCount <= 5)
  }
}
