import Interchange
import Networking
package import Workspaces

/// The requests of a folder in one text, each as it would be sent now: what a form of one request makes of many.
///
/// A request that cannot be planned is named and left out.
package struct FolderExport: Sendable {
  private let form: ExportForm
  private let options: ExportOptions
  /// The requests in the order of the tree, each with its text; an archive has one text for all.
  private var texts: [(node: RequestNode, text: ExportText)] = []
  private var archived: [PreparedRequest] = []
  /// One line for each request that is left out.
  private var leftOut: [String] = []
  /// One line for each link that is not followed, and the like: what an export is complete without.
  private var passedBy: [String] = []

  /// - Parameters:
  ///   - unlisted: what the list of requests lacks.
  ///   - complete: adds to a plan what is known besides files, such as answers of this session.
  ///   - words: why a request is left out; names the request.
  package init(
    _ nodes: [RequestNode], unlisted: [Notice] = [], as form: ExportForm, _ options: ExportOptions, planner: RunPlanner,
    complete: (inout SendPlan) -> Void = { _ in }, words: (SendFault, SendPlan) -> String
  ) {
    self.form = form
    self.options = options
    for notice in unlisted {
      if notice.severity == .error {
        leaveOut(notice.description)
      } else {
        passedBy.append(ExportText.leftOut(notice.description))
      }
    }
    for node in nodes where node.fault == nil {
      // A run skips these without a word; an export would look complete.
      if case .unsupported(let kind) = node.kind { leaveOut("\(node.id): it is a \(kind) request") }
    }
    let jobs = RunJobs(RunSelection(nodes, in: planner.workspace), planner) { _, _ in true }
    for job in jobs.jobs {
      do throws(WorkspaceError) {
        var plan = try job.plan()
        complete(&plan)
        do throws(SendFault) { try add(plan, of: job.node) } catch { leaveOut(words(error, plan)) }
      } catch {
        leaveOut(error.description)
      }
    }
  }

  /// All requests in one text, which is empty if none can be exported; its notices name what is left out, and what the
  /// form cannot hold.
  package var text: ExportText {
    var made = archived.isEmpty ? ExportText(text: joined) : options.archive(of: archived)
    made.notices = passedBy + leftOut + lost
    // Another language than a shell's may name a thing once only.
    if texts.count > 1, form.language?.isCommand == false {
      made.notices.append("\(texts.count) programs follow one another: run each by itself")
    }
    made.leftOut = leftOut.count
    return made
  }

  /// A file for each request, below the folders that they are in; named as the requests are.
  /// - Parameter folder: the absolute path of the folder that is exported.
  package func files(below folder: String) -> ExportFiles {
    var taken: Set<String> = []
    var made = ExportFiles(notices: passedBy + leftOut + lost, leftOut: leftOut.count)
    for (node, text) in texts {
      let inside = node.path.hasPrefix(folder + "/") ? node.path.dropFirst(folder.count + 1) : ""
      let places = inside.split(separator: "/").dropLast().map(String.init)
      let stem = ExportForm.stem(for: node.name)
      var path = ""
      var number = 1
      // Names that differ in their case only are one file on some disks.
      repeat {
        let name = number == 1 ? stem : "\(stem)-\(number)"
        path = (places + [name + form.suffix]).joined(separator: "/")
        number += 1
      } while !taken.insert(path.lowercased()).inserted
      made.files.append(ExportFiles.File(path: path, text: Self.ended(text.text)))
    }
    return made
  }

  /// What the form could not hold, with the requests that it concerns.
  private var lost: [String] {
    ExportText.lines(of: texts.flatMap { node, text in text.notices.map { (place: node.id, message: $0) } })
  }

  private mutating func add(_ plan: SendPlan, of node: RequestNode) throws(SendFault) {
    if form == .har {
      archived.append(try plan.archived(options))
    } else {
      texts.append((node, try plan.export(as: form, options)))
    }
  }

  /// The fault of a folder is that of each request in it: it is named once.
  private mutating func leaveOut(_ reason: String) {
    let line = ExportText.leftOut(reason)
    if !leftOut.contains(line) { leftOut.append(line) }
  }

  private var joined: String {
    let mark = form.language?.commentMark ?? options.shell.commentMark
    return texts.map { node, text in "\(CommentLine(node.id, after: mark))\n\(Self.ended(text.text))" }
      .joined(separator: "\n")
  }

  private static func ended(_ text: String) -> String { text.hasSuffix("\n") ? text : text + "\n" }
}
