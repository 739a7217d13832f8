import Libc

/// Reads and writes a terminal or a pipe.
enum FileDescriptor {
  /// Writes everything; gives up if the other end is closed.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = put(buffer.baseAddress?.advanced(by: done), buffer.count - done, descriptor)
        if count > 0 {
          done += count
        } else if errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          guard poll(&wait, 1, -1) >= 0 || errno == EINTR else { return }
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  /// The bytes that can be read without blocking, about `limit` at most; `nil` at the end of the file.
  static func readAvailable(_ descriptor: Int32, limit: Int = 1 << 20) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 0) > 0 else { return bytes }
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      if chunk.isEmpty { return bytes.isEmpty ? nil : bytes }
      bytes += chunk
    }
    return bytes
  }
}

/// The system's `write`, which the method above hides.
private func put(_ bytes: UnsafeRawPointer?, _ count: Int, _ descriptor: Int32) -> Int {
  write(descriptor, bytes, count)
}

/// Sets the terminal's line discipline for the program: every key arrives immediately and unchanged, nothing is echoed,
/// and a line feed only moves down (termios(3)).
@MainActor enum LineSettings {
  /// - Parameter endsLines: true if a line feed also returns to the start of the line, for a terminal that gets lines.
  static func take(endsLines: Bool = false) {
    var settings = SignalState.shared.pointee.settings
    settings.c_lflag &= ~tcflag_t(ICANON | ISIG | IEXTEN | ECHO | ECHONL)
    settings.c_iflag &= ~tcflag_t(IXON | BRKINT | PARMRK | ICRNL | INLCR)
    if !endsLines { settings.c_oflag &= ~tcflag_t(ONLCR) }
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Restores the settings from before the program started.
  static func giveBack() {
    tcsetattr(STDIN_FILENO, TCSADRAIN, &SignalState.shared.pointee.settings)
  }
}

/// Stops this program and returns control to the shell that started it.
package enum JobControl {
  /// Stops the process as `^Z` stops any program, and returns when the shell continues it. Without such a shell, as in
  /// a window or session of its own, it returns immediately: the system does not stop an orphaned process group with
  /// this signal (POSIX, System Interfaces, 2.4.3), whereas `SIGSTOP` would stop it forever.
  package static func stop() {
    // A zeroed action is the default action.
    var (standard, former) = (sigaction(), sigaction())
    guard sigaction(SIGTSTP, &standard, &former) == 0 else { return }
    var (wanted, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &wanted, &blocked)
    // Sent to this thread, so that it stops immediately instead of first running on and taking the terminal back.
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &blocked, nil)
    sigaction(SIGTSTP, &former, nil)
  }
}
