import Basics
import Foundation
import HTTPTypes
import Locks
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Passes the calls of a session to the transfer that they belong to, and on to the delegate of the session's owner.
///
/// On Apple systems, a method that this class does not have goes to that delegate by itself: the Objective-C runtime
/// forwards it.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private let calls = Mutex<[Int: SessionCall]>([:])
  private let own: @Sendable () -> (any URLSessionDelegate)?

  /// True once the session has ended.
  let hasEnded = Monitor(false)

  /// - Parameter own: the delegate of the session's owner.
  init(_ own: @escaping @Sendable () -> (any URLSessionDelegate)?) { self.own = own }

  /// From here to its completion, the task belongs to `call`.
  func add(_ call: SessionCall, for task: URLSessionTask) {
    calls.withLock { $0[task.taskIdentifier] = call }
  }

  private func call(_ task: URLSessionTask) -> SessionCall? {
    calls.withLock { $0[task.taskIdentifier] }
  }

  private func takeCall(_ task: URLSessionTask) -> SessionCall? {
    calls.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let call = call(dataTask)
    call?.didReceive(response)
    let answer: @Sendable (URLSession.ResponseDisposition) -> Void = { disposition in
      // FoundationNetworking ignores the answer.
      if disposition == .cancel { call?.cancel() }
      completionHandler(disposition == .cancel ? .cancel : .allow)
    }
    let own = own() as? any URLSessionDataDelegate
    #if canImport(Darwin)
    if own?.urlSession?(session, dataTask: dataTask, didReceive: response, completionHandler: answer) == nil {
      answer(.allow)
    }
    #else
    guard let own else { return answer(.allow) }
    own.urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: answer)
    #endif
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    call(dataTask)?.didReceive(data, of: dataTask)
    let own = own() as? any URLSessionDataDelegate
    #if canImport(Darwin)
    own?.urlSession?(session, dataTask: dataTask, didReceive: data)
    #else
    own?.urlSession(session, dataTask: dataTask, didReceive: data)
    #endif
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let call = call(task) else { return completionHandler(nil) }
    let answer: @Sendable (URLRequest?) -> Void = { chosen in
      // The client follows redirects hop by hop, so for the transport this is the final response.
      call.didRedirect(isRefused: chosen == nil) { completionHandler(nil) }
    }
    let own = own() as? any URLSessionTaskDelegate
    #if canImport(Darwin)
    let isAsked: Void? = own?.urlSession?(
      session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: answer)
    if isAsked == nil { answer(request) }
    #else
    guard let own else { return answer(request) }
    own.urlSession(
      session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: answer)
    #endif
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    hasEnded.change { $0 = true }
    #if canImport(Darwin)
    own()?.urlSession?(session, didBecomeInvalidWithError: error)
    #else
    own()?.urlSession(session, didBecomeInvalidWithError: error)
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let call = takeCall(task)
    call?.didComplete(task.response, failure: error)
    let own = own() as? any URLSessionTaskDelegate
    #if canImport(Darwin)
    own?.urlSession?(session, task: task, didCompleteWithError: error)
    if let body = task.taskDescription, body.hasPrefix(SessionPool.bodyPrefix) {
      // A body that stays behind is in a folder that the system empties.
      try? FileManager.default.removeItem(atPath: body)
    }
    #else
    // Without a call, its challenge has completed it.
    if call != nil { own?.urlSession(session, task: task, didCompleteWithError: error) }
    #endif
  }

  #if canImport(Darwin)
  override func responds(to selector: Selector?) -> Bool {
    super.responds(to: selector) || own()?.responds(to: selector) == true
  }

  // NSObject declares the result as `Any`.
  override func forwardingTarget(for selector: Selector?) -> Any? {
    guard let own = own(), own.responds(to: selector) else { return super.forwardingTarget(for: selector) }
    return own
  }
  #else
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // Any disposition of the challenge would hang the task. The complete 401 has arrived, so use it as the response.
    takeCall(task)?.didComplete(challenge.failureResponse, failure: nil)
    (own() as? any URLSessionTaskDelegate)?.urlSession(session, task: task, didCompleteWithError: nil)
    // The session would keep the task forever. Not on this queue, which the task may wait for.
    DispatchQueue.global().async { task.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData sent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend expected: Int64
  ) {
    (own() as? any URLSessionTaskDelegate)?.urlSession(
      session, task: task, didSendBodyData: sent, totalBytesSent: totalBytesSent, totalBytesExpectedToSend: expected)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {
    (own() as? any URLSessionTaskDelegate)?.urlSession(session, task: task, didFinishCollecting: metrics)
  }
  #endif
}

#if canImport(Darwin)
extension SessionDelegate: URLSessionDownloadDelegate {
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
  ) {
    call(downloadTask)?.didDownload(to: location, of: downloadTask)
    (own() as? any URLSessionDownloadDelegate)?.urlSession(
      session, downloadTask: downloadTask, didFinishDownloadingTo: location)
  }
}
#endif
