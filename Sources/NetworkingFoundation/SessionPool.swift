import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport's session, which is invalidated when its last user is gone.
final class SessionPool: Sendable {
  private let session: URLSession
  private let delegate: SessionDelegate

  init(_ configuration: URLSessionConfiguration, delegate own: (any URLSessionDelegate)? = nil) {
    delegate = SessionDelegate(own)
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// A task whose delegate calls go to `call`.
  func task(for request: URLRequest, call: SessionCall) -> URLSessionDataTask {
    let task = session.dataTask(with: request)
    delegate.calls.withLock { $0[task.taskIdentifier] = call }
    return task
  }

  func forget(_ task: URLSessionTask) {
    delegate.calls.withLock { $0[task.taskIdentifier] = nil }
  }
}

/// Forwards delegate calls to the call they belong to. FoundationNetworking supports only a session's delegate, not a
/// task's.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  let calls = Mutex<[Int: SessionCall]>([:])
  /// The delegate of the session that this one stands in for.
  private let own: (any URLSessionDelegate)?

  init(_ own: (any URLSessionDelegate)?) { self.own = own }

  private func call(_ task: URLSessionTask) -> SessionCall? {
    calls.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    call(dataTask)?.didReceive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    call(dataTask)?.didReceive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The client follows redirects hop by hop, so for the transport this is the final response.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
    // Any disposition of the challenge would hang the task. The complete 401 has arrived, so use it as the response.
    call(task)?.didComplete(challenge.failureResponse, failure: nil)
    #else
    if let own = own as? any URLSessionTaskDelegate,
      own.urlSession?(session, task: task, didReceive: challenge, completionHandler: completionHandler) != nil
    {
      return
    }
    if own?.urlSession?(session, didReceive: challenge, completionHandler: completionHandler) != nil { return }
    completionHandler(.performDefaultHandling, nil)
    #endif
  }

  #if !canImport(FoundationNetworking)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {
    (own as? any URLSessionTaskDelegate)?.urlSession?(session, task: task, didFinishCollecting: metrics)
  }
  #endif

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    call(task)?.didComplete(task.response, failure: error)
  }
}
