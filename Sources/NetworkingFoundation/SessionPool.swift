import Foundation
import HTTPTypes
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport's session, which is invalidated with its last user.
final class SessionPool: Sendable {
  private let session: URLSession
  private let delegate: SessionDelegate

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

  /// A task whose delegate calls go to `call`.
  /// - Throws: `RequestError.file` if a background session cannot get the body.
  func task(for request: URLRequest, call: SessionCall) throws(RequestError) -> URLSessionTask {
    #if canImport(Darwin)
    let isInBackground = session.configuration.identifier != nil
    let task: URLSessionTask = try isInBackground ? backgroundTask(for: request) : session.dataTask(with: request)
    #else
    let task = session.dataTask(with: request)
    #endif
    delegate.add(call, for: task)
    return task
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
