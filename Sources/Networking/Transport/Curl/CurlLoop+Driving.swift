/// Decides who drives the loop: its own thread, or briefly a caller that waits for its own response.
///
/// ```
///            takeWheel               giveBack, idle
///   nobody ────────────► caller ───────────────────────► nobody
///     │                    │ giveBack, something is left
///     │ post(start, stop)  ▼
///     └─────────────────► owner ── leaveWheel, idle and no command ──► nobody
/// ```
/// Every arrow is one step under the mailbox's lock. A step that leads to the owner wakes the owner's thread, starting
/// it the first time. A driver checks for commands under that lock before it sleeps (`rest`), and a later command rings
/// the bell that ends the sleep. So no command waits for a driver that is asleep or gone.
extension CurlLoop {
  /// Drives on the loop's own thread, for the lifetime of the transport.
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

  /// Drives briefly on the thread of a caller that holds the wheel and waits for this transfer: a fast response then
  /// needs no other thread.
  /// - Returns: whether work is left, for which the owner must be woken.
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

  /// Replaces the owner if no thread can be created for it: drives on a caller's thread until no work is left.
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
