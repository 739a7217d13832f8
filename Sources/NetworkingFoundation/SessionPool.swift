import Basics
import Foundation
import HTTPTypes
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport's session, which is invalidated with its last user.
final class SessionPool: Sendable {
  private struct State {
    var calls: [ObjectIdentifier: SessionCall] = [:]
    var isClosed = false
  }

  private let session: URLSession
  private let delegate: SessionDelegate
  private let state = Monitor(State())

  /// - Parameters:
  ///   - queue: used only if it is serial: on another, content would arrive out of order.
  ///   - own: the delegate of the session's owner.
  init(
    _ configuration: URLSessionConfiguration, queue: OperationQueue?,
    delegate own: @escaping @Sendable () -> (any URLSessionDelegate)?
  ) {
    delegate = SessionDelegate(own)
    let serial = queue?.maxConcurrentOperationCount == 1 ? queue : nil
    session = URLSession(configuration: Self.usable(configuration), delegate: delegate, delegateQueue: serial)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Keeps a call until its end, unless the transport was shut down.
  func add(_ call: SessionCall) -> Bool {
    state.change { state in
      guard !state.isClosed else { return false }
      state.calls[ObjectIdentifier(call)] = call
      return true
    }
  }

  func remove(_ call: SessionCall) { state.change { $0.calls[ObjectIdentifier(call)] = nil } }

  /// Ends all calls, and the session. Returns once nothing of them runs.
  func shutdown() async {
    let calls = state.change { state in
      state.isClosed = true
      return Array(state.calls.values)
    }
    for call in calls { call.shutDown() }
    session.finishTasksAndInvalidate()
    // The session ends in any case, so the wait does, too.
    await Task { [state, delegate] in
      await state.wait { $0.calls.isEmpty }
      await delegate.hasEnded.wait { $0 }
    }.value
  }

  /// A task whose delegate calls go to `call`; `nil` after a shutdown.
  /// - Throws: `RequestError.file` if a background session cannot get the body.
  func task(for request: URLRequest, call: SessionCall) throws(RequestError) -> URLSessionTask? {
    // Not while the session ends, because a task of an ended session traps.
    let made = state.change { state in
      Result { () throws(RequestError) -> URLSessionTask? in try state.isClosed ? nil : newTask(for: request) }
    }
    guard let task = try made.get() else { return nil }
    delegate.add(call, for: task)
    return task
  }

  private func newTask(for request: URLRequest) throws(RequestError) -> URLSessionTask {
    #if canImport(Darwin)
    if session.configuration.identifier != nil { return try backgroundTask(for: request) }
    #endif
    return session.dataTask(with: request)
  }

  #if canImport(Darwin)
  /// How the path of a body begins that was written for a background transfer.
  static let bodyPrefix = FileManager.default.temporaryDirectory.appending(path: "upload-").path

  private static func usable(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration { configuration }

  /// A background session has no data tasks: a body is sent from a file, and an answer to a request without one is
  /// written to a file.
  private func backgroundTask(for request: URLRequest) throws(RequestError) -> URLSessionTask {
    guard let body = request.httpBody else { return session.downloadTask(with: request) }
    let path = Self.bodyPrefix + UUID().uuidString
    do { try body.write(to: URL(filePath: path)) } catch {
      throw .file(path: path, reason: error.localizedDescription)
    }
    var head = request
    head.httpBody = nil
    let task = session.uploadTask(with: head, fromFile: URL(filePath: path))
    // The system keeps it with the task, so that the app can remove the file after another launch.
    task.taskDescription = path
    return task
  }
  #else
  /// FoundationNetworking asks both stores on other queues, and by the time they answer, a cancelled task may be gone
  /// from the session, which ends the process. It never writes to the cache, and the delegate leaves credentials unused.
  private static func usable(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
    guard let copy = configuration.copy() as? URLSessionConfiguration else { return configuration }
    copy.urlCache = nil
    copy.urlCredentialStorage = nil
    return copy
  }
  #endif
}
