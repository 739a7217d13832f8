import Explorer
import Workspaces

/// Messages about `.apus`, and taking over one that was made elsewhere, such as under another home folder.
extension FileService {
  /// Reports what happened to the folder. One that was set aside is offered, because only the user knows whose it is.
  func reportPrivateFolder(_ post: Services.Post) {
    for news in workspace.privateFolder.newNotices() {
      guard let name = news.offered else {
        post(.notified(.warning, news.text))
        continue
      }
      let words =
        "The .apus folder of \(workspace.name) (history, drafts and trash) is from another user or machine. It was "
        + "moved to \(name). Take it over if it is yours, now or later with `apus adopt`."
      let question = Question(
        "Take over the history", words,
        [
          .init("y", "take it over", .effect(.files(.takeOver(folder: name, in: workspace.path)))),
          .init("n", "leave it there", nil),
        ])
      post(.asked(question, orSay: news.text))
    }
  }

  /// Uses a folder that was set aside, and shows its history and drafts.
  func takeOver(_ name: String, _ post: Services.Post) {
    do throws(WorkspaceError) {
      let former = try workspace.privateFolder.adopt(name)
      let rest = former.map { "; the previous one is now \($0)" } ?? ""
      post(.notified(.information, "Took over \(name)\(rest)"))
      post(.effect(.files(.loadHistory(HistoryRequest()))))
      post(.effect(.files(.loadTree(path: workspace.path))))
    } catch {
      post(.notified(.error, error.description))
    }
  }
}
