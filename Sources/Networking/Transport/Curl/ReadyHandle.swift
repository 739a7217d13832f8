import CCurl

/// An easy handle with the options of one request. It is set up on the thread that starts the transfer, so that the
/// loop's thread only has to add it.
// Unchecked: passed with its request from its creator to the loop's driver, and used by one of them at a time.
final class ReadyHandle: @unchecked Sendable {
  let handle: CurlHandle
  /// What libcurl does not support in the request.
  let fault: NetworkError?
  private let pool: HandlePool
  private var isOpen = true
  /// The lists that libcurl refers to while the transfer runs.
  private var lists: [CurlList] = []
  private let url: CurlURL?
  /// The header lines; the second for an attempt that awaits a challenge and sends no body, if they differ.
  private let lines: CurlList
  private var bareLines: CurlList?

  init(
    _ handle: CurlHandle, of pool: HandlePool, for request: TransportRequest, isSecure: Bool, _ memory: RequestMemory
  ) {
    self.handle = handle
    self.pool = pool
    let sent = request.request
    var options = CurlOptions(request: sent, isSecure: isSecure, identities: memory.identities, handle: handle)
    if case .stream = request.delivery { options.isStreamed = true }
    var fault: NetworkError?
    do throws(NetworkError) { try options.apply() } catch { fault = error }
    self.fault = fault
    // A challenge response needs the URL's text.
    url = sent.options.authentication == nil ? memory.parsed(sent.url) : nil
    if let url { handle.set(CURLOPT_CURLU, pointer: url.raw) }
    let headers = memory.lines(for: sent)
    if let agent = headers.userAgent { handle.set(CURLOPT_USERAGENT, agent) }
    if let referer = headers.referer { handle.set(CURLOPT_REFERER, referer) }
    lines = headers.list
    setList(CURLOPT_HTTPHEADER, lines)
    if ChallengeSteps.mayKeepBody(sent) {
      bareLines = CurlList(HeaderLines(for: sent, awaitsChallenge: true).lines, library: handle.library)
    }
    setLines(CURLOPT_CONNECT_TO, sent.options.connectTo ?? [])
  }

  deinit { close() }

  /// Sets the header lines of an attempt with or without body.
  func setLines(awaitsChallenge: Bool) {
    guard let bareLines else { return }
    handle.set(CURLOPT_HTTPHEADER, list: awaitsChallenge ? bareLines : lines)
  }

  /// `clearing` removes address overrides of earlier requests.
  func resolve(_ entries: [String], clearing stale: [String]) { setLines(CURLOPT_RESOLVE, stale + entries) }

  private func setLines(_ option: CURLoption, _ lines: [String]) {
    if !lines.isEmpty { setList(option, CurlList(lines, library: handle.library)) }
  }

  private func setList(_ option: CURLoption, _ list: CurlList) {
    lists.append(list)
    handle.set(option, list: list)
  }

  /// Returns the handle, which has left the multi handle by now.
  func close() {
    guard isOpen else { return }
    isOpen = false
    lists = []
    bareLines = nil
    // Callbacks must not reach a transfer that is gone.
    handle.set(CURLOPT_VERBOSE, false)
    handle.set(CURLOPT_ERRORBUFFER, pointer: nil)
    pool.put(handle)
  }
}
