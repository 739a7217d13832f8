extension AppState {
  var requestSituation: RequestCommands.Situation {
    let tree = treeSituation
    return RequestCommands.Situation(
      session: session, context: context, isTyping: isEditingText, refusalWithoutRequest: refusalWithoutRequest,
      refusalWithoutReadableRequest: refusalWithoutReadableRequest, refusalWithoutFile: tree.refusalWithoutFile,
      refusalToDelete: tree.refusalToDelete)
  }

  /// Runs a command of the request; those of rows act on the tree while it has the focus.
  mutating func requestInFocus(_ action: RequestFeature.Action) -> [Effect] {
    switch (action, focus) {
    case (.rowDuplicated, .tree): return inTree { $0.duplicateFile() }
    case (.rowDeleted, .tree): return inTree { $0.deleteFile() }
    case (.rowMoved(let step), .tree): return inTree { $0.reorderFile(by: step) }
    case (.urlRequested, _): return inRequest { $0.editURL() }
    // They take over what is being typed themselves.
    case (.editorRequested, _), (.formatRequested, _): return request(action)
    default: return inRequest { $0.request(action) }
    }
  }
}
