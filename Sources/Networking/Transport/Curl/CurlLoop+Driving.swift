/// Decides who drives the loop: its own thread, or for a moment a caller that waits for its own answer.
///
/// ```
///            takeWheel               giveBack, idle
///   nobody ────────────► caller ───────────────────────► nobody
///     │                    │ giveBack, something is left
///     │ post(start, stop)  ▼
///     └─────────────────► owner ── leaveWheel, idle and no command ──► nobody
/// ```
/// Every arrow is one step under the mailbox's lock. A step that leads to the owner wakes the owner's thread, and
/// starts it the first time. A driver checks for commands under that lock before it sleeps (`rest`), and a later
/// command rings the bell that ends the sleep. So no command waits for a driver that sleeps or is gone.
extension CurlLoop {
  /// On a thread of its own, for as long as the transport lives.
  func run() {
    mailbox.waitForWheel()
    turn()
    while !isStopping {
      if isIdle {
        mailbox.leaveWheel()
        mailbox.waitForWheel()
      } else {
        sleep(atMost: .max)
      }
      turn()
    }
    shutDown()
  }

  /// On the thread of a caller who has the wheel and waits for this very transfer: an answer that comes at once needs no
  /// other thread. Ends soon.
  /// - Returns: whether something is left to do, for which the owner must be woken.
  func attend(_ job: CurlJob) -> Bool {
    let end = ContinuousClock.now + Self.attention
    obey(.start(job))
    turn()
    while live[job.id] != nil, !isStopping, ContinuousClock.now < end {
      sleep(atMost: 1)
      turn()
    }
    return mailbox.giveBack(isIdle: isIdle && !isStopping)
  }

  /// In the owner's stead where no thread can be had for it: on a caller's, until nothing is left to do.
  func standIn() {
    repeat {
      turn()
      while !isIdle, !isStopping {
        sleep(atMost: .max)
        turn()
      }
    } while !isStopping && !mailbox.leaveWheel()
    if isStopping { shutDown() }
  }
}
