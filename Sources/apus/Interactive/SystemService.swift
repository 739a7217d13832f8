import Basics
import Essentials
import Explorer
import Libc
import Terminal
import Workspaces

/// The live terminal and desktop: clipboard, editor, job control, preferences.
struct SystemService: Sendable {
  let environment: [String: String]
  let preferences: PreferencesFile
  /// The absolute paths of the open folders.
  let open: [String]

  @MainActor func run(_ effect: SystemEffect, on device: any Device, post: @escaping Services.Post) {
    switch effect {
    case .copy(let text, let label, let shown): copy(text, shown.isEmpty ? label : "\(label): \(shown)", device, post)
    case .readClipboard:
      Task.detached { [environment] in
        switch ClipboardReader.text(environment) {
        case .success(let text): post(.scratch(.clipboardRead(text)))
        case .failure(let fault): post(.notified(.warning, fault.description))
        }
      }
    case .edit(let text, let suffix, let purpose): edit(text, suffix, purpose, device, post)
    case .editFile(let path): edit(path, device, post)
    case .editSettings: editSettings(device, post)
    case .open(let store, let suffix): open(store, suffix, device, post)
    case .pipe(let store, let command): pipe(store, command, device, post)
    case .suspend: device.stop()
    case .beep: device.beep()
    case .startDemo: Task.detached { await DemoAPI.serve(reportsStart: true, post: post) }
    case .readSettings(let theme):
      let workspace = preferences.workspace
      Task.detached { post(.settingsRead(workspace.settingsFolder.settings(of: workspace, theme: theme))) }
    case .takeMouse(let isTaken): device.takeMouse(isTaken)
    case .readThemes:
      let folder = preferences.workspace.settingsFolder
      Task.detached { post(.themesRead(folder.themes())) }
    case .readRecentWorkspaces: readRecentWorkspaces(post)
    case .readStartPage: readStartPage(post)
    case .findDemo: findDemo(post)
    case .findWorkspaces(let paths): findWorkspaces(paths, post)
    case .remember(let value): preferences.write(value)
    }
  }

  private func readRecentWorkspaces(_ post: @escaping Services.Post) {
    let recent = RecentWorkspaces(environment)
    Task.detached {
      do throws(WorkspaceError) { post(.switching(.recentRead(try recent.read()))) } catch {
        post(.switching(.recentRead([])))
        post(.notified(.warning, "The list of recent workspaces cannot be read. \(error)"))
      }
    }
  }

  private func readStartPage(_ post: @escaping Services.Post) {
    let recent = RecentWorkspaces(environment)
    Task.detached {
      // The page works without the list; the list's own command reports the error.
      let known = (try? recent.read()) ?? []
      post(.switching(.startRead(known)))
      for folder in known.prefix(StartPage.mostRecent) {
        post(.switching(.startCounted(path: folder.path, requests: RequestCount(in: folder.path))))
      }
    }
  }

  private func findDemo(_ post: @escaping Services.Post) {
    Task.detached { [open] in
      do throws(Failure) {
        let path = try DemoWorkspace.openForScreen().path
        post(.switching(.demoFound(path: open == [path] ? nil : path)))
      } catch {
        post(.notified(.error, error.message))
      }
    }
  }

  private func findWorkspaces(_ paths: [String], _ post: @escaping Services.Post) {
    let typed = paths.map { HomePath.absolute($0, environment) }
    Task.detached { [open] in
      do throws(Failure) {
        for path in typed { try RecentWorkspaces.check(path) }
        let found = try WorkspaceLocator.locateForScreen(typed).map(\.workspace.path)
        post(.switching(.found(paths: found == open ? nil : found)))
      } catch {
        post(.notified(.error, error.message))
      }
    }
  }

  /// The user's current settings: they are needed rarely and may have changed.
  private var settings: Configuration { preferences.workspace.settingsFolder.configuration().configuration }

  var editor: ExternalEditor { ExternalEditor(environment, settings) }

  /// Copies with OSC 52, which works from a remote machine, too, and with a system tool if one is installed.
  @MainActor private func copy(_ text: String, _ label: String, _ device: any Device, _ post: @escaping Services.Post) {
    device.copyToClipboard(text)
    let tool = ClipboardTool.found({ environment[$0] }, settings)?.arguments
    guard device.hasClipboard || tool != nil else {
      let words = "Not copied: no clipboard program found; set `clipboard` in config.yml"
      return post(.notified(.warning, words))
    }
    let message = "Copied \(Quantity.bytes(text.utf8.count)) as \(label)"
    post(.notified(.information, message))
    guard let tool else { return }
    Task.detached { _ = ChildProcess.feed(tool, text) }
  }

  /// Passes the text in a file that only the user can read, and reads it back if the editor succeeded. A changed file
  /// that cannot be used is kept, because the user typed its text.
  @MainActor private func edit(
    _ text: String, _ suffix: String, _ purpose: EditPurpose, _ device: any Device, _ post: @escaping Services.Post
  ) {
    guard let path = temporaryFile(ByteStore(Array(text.utf8)), suffix, post) else { return }
    let fault = editor.run(on: path, device)
    // An editor may delete its file or leave it unreadable.
    let bytes = try? Data(contentsOf: URL(filePath: path))
    let isUntouched = bytes.map { $0 == Data(text.utf8) } ?? true
    if let fault {
      let what = isUntouched ? "Set $EDITOR to another editor" : "The edited text is kept in \(path)"
      if isUntouched { unlink(path) }
      return post(.notified(.warning, "\(fault); nothing was changed. \(what)"))
    }
    guard let bytes else {
      return post(.notified(.error, "\(path) could not be read back: nothing was changed"))
    }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      return post(.notified(.warning, "Not used: the text is not UTF-8. It is kept in \(path)"))
    }
    unlink(path)
    post(.request(.edited(purpose, edited), of: purpose.key))
  }
}

extension SystemService {
  /// Writes the exact bytes to a new file that only the user can read.
  /// - Returns: its path; `nil` if it could not be written, which is reported.
  private func temporaryFile(_ store: ByteStore, _ suffix: String, _ post: Services.Post) -> String? {
    let folder = environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(folder)/apus-XXXXXX\(suffix)".utf8CString)
    let file = mkstemps(&template, Int32(suffix.utf8.count))
    guard file >= 0 else {
      post(.notified(.error, "No temporary file in \(folder): \(String(cString: strerror(errno)))"))
      return nil
    }
    defer { close(file) }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(Failure) {
      // This is a temporary file for the editor, not a terminal.
      try store.withUnsafeBytes { bytes throws(Failure) in try Output(descriptor: file).write(raw: bytes) }
    } catch {
      unlink(path)
      post(.notified(.error, "\(path) could not be written: \(error)"))
      return nil
    }
    return path
  }

  /// Opens the exact bytes in the editor, and deletes their file when the editor exits.
  @MainActor func open(_ store: ByteStore, _ suffix: String, _ device: any Device, _ post: @escaping Services.Post) {
    guard let path = temporaryFile(store, suffix, post) else { return }
    defer { unlink(path) }
    edit(path, device, post)
  }

  /// Opens a file in place; watchers report the change.
  @MainActor func edit(_ path: String, _ device: any Device, _ post: @escaping Services.Post) {
    guard let fault = editor.run(on: path, device) else { return }
    post(.notified(.warning, "\(fault). Set $EDITOR to another editor"))
  }

  @MainActor private func editSettings(_ device: any Device, _ post: @escaping Services.Post) {
    let folder = preferences.workspace.settingsFolder
    let path = folder.configurationPath
    do throws(FileError) { try folder.createConfiguration() } catch {
      return post(.notified(.error, "\(path): \(error.message)"))
    }
    edit(path, device, post)
    post(.settingsChanged)
  }

  /// Pipes text into a command. A pager returns by itself; the output of other commands stays until Enter is pressed.
  @MainActor func pipe(
    _ store: ByteStore, _ command: String?, _ device: any Device, _ post: @escaping Services.Post
  ) {
    let pager = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 } ?? "less"
    let line = command ?? pager
    var status: Int32?
    let ending = device.terminationDescriptor
    device.suspended {
      status = ChildProcess.run(["/bin/sh", "-c", line], reading: store, ending: ending)
      if command != nil { Self.waitForEnter(status, ending) }
    }
    switch status {
    case 0: post(.notified(.information, "\(line) succeeded"))
    case nil: post(.notified(.warning, "The shell could not be started"))
    case let status?: post(.notified(.warning, "\(line) ended with status \(status)"))
    }
  }

  /// - Parameter ending: becomes readable when the program must exit, which ends the wait.
  private static func waitForEnter(_ status: Int32?, _ ending: Int32) {
    let message = status == 0 ? "" : " (status \(status.map { "\($0)" } ?? "unknown"))"
    Output.standard.say(lines: "\n[Enter goes back to Apus\(message)]")
    var byte: UInt8 = 0
    repeat {
      var entries = [STDIN_FILENO, ending].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, -1) > 0 || errno == EINTR, entries[1].revents == 0 else { return }
      if entries[0].revents == 0 { continue }
      guard read(STDIN_FILENO, &byte, 1) == 1 else { return }
    } while byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r")
  }
}
