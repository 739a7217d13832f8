import Explorer
import Workspaces

/// The live environments of a workspace.
struct EnvironmentService: Sendable {
  let workspace: Workspace

  func run(_ effect: EnvironmentEffect, post: Services.Post) {
    switch effect {
    case .load(let collection):
      let (files, notices) = workspace.environments(of: collection)
      post(.environment(.loaded(files.map(\.environment))))
      if let notice = notices.first { post(.notified(.warning, "\(notice)")) }
    }
  }
}
