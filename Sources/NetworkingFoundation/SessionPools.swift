import Foundation
import Networking
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transports behind `URLSession.response`: one for each session, for as long as the session lives, so that calls
/// reuse its connections.
final class SessionPools: Sendable {
  private struct Entry {
    weak var session: URLSession?
    let transport: URLSessionTransport
  }

  // Sessions are objects with an identity, and a method on one has nowhere else to keep what belongs to it.
  static let all = SessionPools()

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  func transport(of session: URLSession) -> URLSessionTransport {
    entries.withLock { entries in
      let id = ObjectIdentifier(session)
      // Another session may have had this address.
      if let entry = entries[id], entry.session === session { return entry.transport }
      entries = entries.filter { $0.value.session != nil }
      let transport = URLSessionTransport(configuration: session.configuration, delegate: session.delegate)
      entries[id] = Entry(session: session, transport: transport)
      return transport
    }
  }

  /// How many sessions are known, for tests.
  var count: Int { entries.withLock { $0.values.count { $0.session != nil } } }
}
