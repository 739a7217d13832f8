import Basics

/// What is asked of the connection, and how its transfers end.
extension HTTP2Loop {
  func obey() {
    for command in mailbox.take() {
      switch command {
      case .start(let job):
        if let session, !isEnding {
          open(job, in: session, isKnown: true)
        } else {
          jobs[job.id] = job
        }
      case .cancel(let id):
        streams[id]?.fail(.cancelled)
        if let stream = streams[id], let session { finish(stream, session) }
        if let job = jobs.removeValue(forKey: id) { fail(job, .cancelled) }
      case .resume(let id): streams[id].map { session?.resume($0) }
      case .consumed(let id, let count): streams[id].map { session?.consumed(count, of: $0) }
      case .stop:
        isStopping = true
        mailbox.close()
        for stream in streams.values { stream.fail(NetworkError(.cancelled, "The client was closed")) }
        if let session { for stream in streams.values { finish(stream, session) } }
      }
    }
  }

  func collect(_ session: HTTP2Session) {
    for stream in session.takeEnded() { finish(stream, session) }
    if session.farewell != nil, mailbox.isOpen { mailbox.close() }
  }

  private func finish(_ stream: HTTP2Stream, _ session: HTTP2Session?) {
    guard streams.removeValue(forKey: stream.job.id) != nil else { return }
    session?.drop(stream)
    if streams.isEmpty { idleSince = .now }
    if stream.isUnprocessed, stream.failure?.category != .cancelled, !isStopping {
      stream.upload.close()
      if stream.job.tryAgain() { return }
    }
    let timing = stream.isOnKnownConnection ? nil : connected
    stream.finish(pipe?.connection(isReused: stream.isOnKnownConnection), timing ?? Timing())
  }

  private func fail(_ job: HTTP2Job, _ error: NetworkError) {
    job.events(.finished(CurlTransport.failed(job.request.request, error, after: ContinuousClock.now - job.asked)))
  }

  func expire() {
    let now = ContinuousClock.now
    for job in jobs.values {
      guard let deadline = job.deadline, now >= deadline else { continue }
      jobs[job.id] = nil
      fail(job, job.outOfTime)
    }
    for stream in streams.values {
      guard let error = stream.expired(at: now) else { continue }
      stream.fail(error)
      finish(stream, session)
    }
  }

  /// In milliseconds, at most `longest`.
  func untilNextLimit(_ longest: Int32) -> Int32 {
    let limits =
      jobs.values.compactMap(\.deadline)
      + streams.values.flatMap { [$0.job.deadline, $0.idleDeadline].compactMap(\.self) }
    guard let next = limits.min() else { return longest }
    return min(longest, Int32(clamping: max(0, (next - .now).clampedMilliseconds) + 1))
  }

  /// Nothing more happens here: whoever still waits is told why.
  func end(with error: NetworkError?) {
    mailbox.close()
    isEnding = true
    let error = error ?? NetworkError(.cancelled, "The connection was closed")
    obey()
    for job in jobs.values {
      // Of an open connection these are the ones that came too late for it.
      if session != nil, !isStopping, job.tryAgain() { continue }
      fail(job, error)
    }
    jobs = [:]
    for stream in streams.values {
      stream.fail(error)
      finish(stream, session)
    }
    guard let pipe, let session else { return }
    // A goodbye and the last resets; a connection that takes no more does not need them.
    session.terminate()
    do throws(NetworkError) { try flush(pipe, session) } catch { return }
  }
}
