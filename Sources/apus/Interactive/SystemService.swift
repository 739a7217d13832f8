import Basics
import Explorer
import Terminal
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The live terminal and desktop: clipboard, editor, job control, preferences.
struct SystemService: Sendable {
  let environment: [String: String]
  let preferences: PreferencesFile
  /// The folders that are open, absolute.
  let open: [String]

  @MainActor func run(_ effect: SystemEffect, on device: any Device, post: @escaping Services.Post) {
    switch effect {
    case .copy(let text, let label): copy(text, label, device, post)
    case .readClipboard:
      Task.detached { [environment] in
        switch ClipboardReader.text(environment) {
        case .success(let text): post(.scratch(.clipboardRead(text)))
        case .failure(let fault): post(.notified(.warning, fault.description))
        }
      }
    case .edit(let text, let suffix, let purpose): edit(text, suffix, purpose, device, post)
    case .editFile(let path): edit(path, device, post)
    case .open(let store, let suffix): open(store, suffix, device, post)
    case .pipe(let store, let command): pipe(store, command, device, post)
    case .suspend: device.stop()
    case .beep: device.beep()
    case .startDemo: Task.detached { await DemoAPI.serve(tellsStart: true, post: post) }
    case .readSettings(let theme):
      let workspace = preferences.workspace
      Task.detached { post(.settingsRead(workspace.settingsFolder.settings(of: workspace, theme: theme))) }
    case .takeMouse(let isTaken): device.takeMouse(isTaken)
    case .readThemes:
      let folder = preferences.workspace.settingsFolder
      Task.detached { post(.themesRead(folder.themes())) }
    case .readRecentWorkspaces:
      let recent = RecentWorkspaces(environment)
      Task.detached {
        do throws(WorkspaceError) { post(.switching(.recentRead(try recent.read()))) } catch {
          post(.switching(.recentRead([])))
          post(.notified(.warning, "The workspaces opened before are not known. \(error)"))
        }
      }
    case .readStartPage:
      let recent = RecentWorkspaces(environment)
      Task.detached {
        // The page offers the rest without the list, of which W says what is wrong.
        let known = (try? recent.read()) ?? []
        post(.switching(.startRead(known, demo: WorkspaceLocator.demo())))
        for folder in known.prefix(StartPage.mostRecent) {
          post(.switching(.startCounted(path: folder.path, requests: RequestCount(in: folder.path))))
        }
      }
    case .findWorkspaces(let paths):
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
    case .remember(let value): preferences.write(value)
    }
  }

  /// The user's own, as they are now: they are needed rarely, and may have changed.
  private var settings: Configuration { preferences.workspace.settingsFolder.configuration().configuration }

  var editor: OutsideEditor { OutsideEditor(environment, settings) }

  /// Copies with OSC 52, which works from a remote machine, too, and with a system tool if one is installed.
  @MainActor private func copy(_ text: String, _ label: String, _ device: any Device, _ post: @escaping Services.Post) {
    device.copyToClipboard(text)
    let tool = ClipboardTool.found({ environment[$0] }, settings)?.arguments
    guard device.hasClipboard || tool != nil else {
      let words = "Not copied: no program for the clipboard was found; `clipboard` in config.yml names one"
      return post(.notified(.warning, words))
    }
    let said = "Copied \(Quantity.bytes(text.utf8.count)) as \(label)"
    post(.notified(.information, said))
    guard let tool else { return }
    Task.detached { _ = ChildProcess.feed(tool, text) }
  }

  /// Passes the text in a file that only the user can read, and reads it back if the editor succeeded. A changed file
  /// that cannot be used is kept, because the user typed its text.
  @MainActor private func edit(
    _ text: String, _ suffix: String, _ purpose: EditPurpose, _ device: any Device, _ post: @escaping Services.Post
  ) {
    let folder = environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(folder)/apus-XXXXXX\(suffix)".utf8CString)
    let file = mkstemps(&template, Int32(suffix.utf8.count))
    guard file >= 0 else {
      return post(.notified(.error, "No temporary file in \(folder): \(String(cString: strerror(errno)))"))
    }
    close(file)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do { try Data(text.utf8).write(to: URL(filePath: path)) } catch {
      unlink(path)
      return post(.notified(.error, "\(path) could not be written: \(error)"))
    }
    let fault = editor.run(on: path, device)
    // An editor may delete its file or leave it unreadable.
    let bytes = try? Data(contentsOf: URL(filePath: path))
    let isUntouched = bytes.map { $0 == Data(text.utf8) } ?? true
    if let fault {
      let what = isUntouched ? "$EDITOR names another editor" : "What it wrote is kept in \(path)"
      if isUntouched { unlink(path) }
      return post(.notified(.warning, "\(fault); nothing was changed. \(what)"))
    }
    guard let bytes else {
      return post(.notified(.error, "\(path) could not be read back: nothing was changed"))
    }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      return post(.notified(.warning, "Not used: it is no longer UTF-8. What was written is kept in \(path)"))
    }
    unlink(path)
    post(.request(.edited(purpose, edited)))
  }
}
