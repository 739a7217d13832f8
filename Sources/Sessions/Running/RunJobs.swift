package import Workspaces

/// The requests of a run in their order, each with what it needs to be sent.
package struct RunJobs: Sendable {
  package private(set) var jobs: [RunJob] = []
  /// Whether no response can influence a later request.
  package private(set) var areForeseeable = true
  /// Why requests cannot be sent; the others can.
  package private(set) var refusals: [WorkspaceError] = []
  /// Those that may ask for something, by their index.
  private var asking: [Int] = []

  /// Reads the settings of each folder now; each request file is parsed when its turn comes.
  /// - Parameter check: called for each request, with the environment it would be sent in: whether the user agreed to
  ///   send its method there. An error ends it all.
  package init<Stop: Error>(
    _ selection: RunSelection, _ planner: RunPlanner,
    check: (RequestNode, Environment?) throws(Stop) -> Bool
  ) throws(Stop) {
    var folders = RunFolders(planner)
    jobs.reserveCapacity(selection.items.count)
    var mayUseAnswers = false
    for item in selection.items {
      let parts = Result { () throws(WorkspaceError) in (try folders.folder(of: item.node), try item.source.get()) }
      switch parts {
      case .success(let (folder, source)):
        let isAgreed = try check(item.node, folder.context.environment)
        if source.mayAsk || folder.mayAsk { asking.append(jobs.count) }
        jobs.append(RunJob(item.node, source, in: folder, isAgreed: isAgreed))
        mayUseAnswers = mayUseAnswers || source.mayUseAnswers
      case .failure(let error):
        // A file error affects only its own request.
        refusals.append(error)
        jobs.append(RunJob(item.node, refused: error))
      }
    }
    areForeseeable = !mayUseAnswers && !folders.mayUseAnswers
  }

  /// What the run asks for, each label once. Only the files of requests that may ask are parsed for it.
  package func questions() -> [PromptQuestion] {
    var search = PromptSearch()
    for index in asking {
      // The error is reported when it is the request's turn.
      if let plan = try? jobs[index].plan() { search.add(plan) }
    }
    return search.questions
  }

  /// Adds answers to what the run asks for, by label.
  package mutating func answer(_ answers: [String: String]) {
    for index in asking { jobs[index] = RunJob(jobs[index], answers: answers) }
  }
}

/// The folders of a run's requests, each read once.
private struct RunFolders {
  private let planner: RunPlanner
  private var known: [Substring: RunFolder] = [:]
  /// Most requests are in the same folder as the previous one.
  private var last: (path: Substring, folder: RunFolder)?

  init(_ planner: RunPlanner) {
    self.planner = planner
  }

  mutating func folder(of node: RequestNode) throws(WorkspaceError) -> RunFolder {
    let path = node.path[..<(node.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? node.path.startIndex)]
    if let last, last.path == path { return last.folder }
    let folder = if let known = known[path] { known } else { try planner.folder(of: node) }
    known[path] = folder
    last = (path, folder)
    return folder
  }

  /// Whether a folder's settings could make one request need the response of another.
  var mayUseAnswers: Bool { known.values.contains { $0.context.mayUseAnswers } }
}
